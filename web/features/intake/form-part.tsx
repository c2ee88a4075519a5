import type { ReactNode } from 'react'

/** A part of a long form, under its own heading. */
export function FormPart({
  title,
  hint,
  children,
}: {
  title: string
  hint?: string
  children: ReactNode
}) {
  return (
    <fieldset className="min-w-0 border-line border-t pt-6">
      <legend className="float-left mb-5 w-full">
        <span className="font-semibold text-md">{title}</span>
        {hint && <span className="block text-muted">{hint}</span>}
      </legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  )
}
