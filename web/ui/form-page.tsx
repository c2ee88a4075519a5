import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A page of one centred column: a title, a form, a link elsewhere. */
export function FormPage({
  title,
  intro,
  isWide = false,
  children,
  elsewhere,
}: {
  title: string
  intro?: ReactNode
  /** Wide enough for two fields side by side. */
  isWide?: boolean
  children?: ReactNode
  /** The line below: where to go instead. */
  elsewhere?: ReactNode
}) {
  return (
    <div className="page flex flex-1 flex-col items-center py-10 md:py-20">
      <div className={classNames('w-full', isWide ? 'max-w-160' : 'max-w-100')}>
        <h1 className="font-serif text-xl md:text-2xl">{title}</h1>
        {intro && <div className="mt-2 text-md text-muted">{intro}</div>}
        <div className="mt-8">{children}</div>
        {elsewhere && (
          <p className="mt-8 border-line border-t pt-5 text-muted [&_a]:font-medium [&_a]:text-accent hover:[&_a]:underline">
            {elsewhere}
          </p>
        )}
      </div>
    </div>
  )
}

/** Why the submission failed, above the submit button. The form reserves its space. */
export function FormFailure({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      {children && <p className="rounded-sm bg-danger-wash px-3 py-2.5 text-danger">{children}</p>}
    </div>
  )
}
