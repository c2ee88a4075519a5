import { VisuallyHidden } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The look of all text fields and selects. 16 px on touch, or iOS zooms in on focus. */
export const CONTROL_CLASS =
  'w-full rounded-sm border border-line-strong bg-surface text-base text-ink transition-colors hover:border-ink has-[input:focus-visible,textarea:focus-visible]:border-accent has-[input:focus-visible,textarea:focus-visible]:outline-2 has-[input:focus-visible,textarea:focus-visible]:-outline-offset-1 has-[input:focus-visible,textarea:focus-visible]:outline-accent pointer-coarse:text-md has-[:disabled]:opacity-50 has-[[readonly]]:border-line has-[[readonly]]:bg-wash has-[[aria-invalid=true]]:border-danger'

export interface FieldProps {
  label: string
  /** Hidden from view, not from screen readers. */
  isLabelHidden?: boolean
  hint?: ReactNode
  error?: string
}

/** The ids of a field's hint and error, for `aria-describedby`. */
export function describedBy(id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  return error ? `${id}-error` : hint ? `${id}-hint` : undefined
}

/** Label above, hint or error below; the caller gives the control between them. */
export function Field({
  id,
  label,
  isLabelHidden = false,
  hint,
  error,
  className,
  children,
}: FieldProps & { id: string; className?: string; children: ReactNode }) {
  const labelElement = (
    <label htmlFor={id} className="font-medium text-sm">
      {label}
    </label>
  )
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      {isLabelHidden ? <VisuallyHidden.Root>{labelElement}</VisuallyHidden.Root> : labelElement}
      {children}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </p>
        )
      )}
    </div>
  )
}
