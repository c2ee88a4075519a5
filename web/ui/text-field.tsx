import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { CONTROL_CLASS, describedBy, Field, type FieldProps } from './field.tsx'
import { keepOnEscape } from './keep-on-escape.ts'

export interface TextFieldProps extends FieldProps, ComponentProps<'input'> {
  /** An icon before the text. */
  leading?: LucideIcon
  /** Shown after the text: a button, a unit, a key. */
  trailing?: ReactNode
}

/** One line of text. `className` goes to the whole field. */
export function TextField({
  label,
  isLabelHidden,
  hint,
  error,
  leading: Leading,
  trailing,
  className,
  onKeyDown,
  ...props
}: TextFieldProps) {
  const generatedId = useId()
  const id = props.id ?? generatedId
  return (
    <Field {...{ id, label, isLabelHidden, hint, error, className }}>
      <div className={classNames(CONTROL_CLASS, 'flex h-10 items-center pointer-coarse:h-11')}>
        {Leading && <Leading aria-hidden className="ml-3 size-4 shrink-0 text-muted" />}
        <input
          {...props}
          id={id}
          onKeyDown={(event) => {
            onKeyDown?.(event)
            keepOnEscape(event)
          }}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          className={classNames(
            'h-full min-w-0 flex-1 text-ellipsis rounded-sm bg-transparent px-3 outline-none',
            'disabled:cursor-not-allowed [&::-webkit-search-cancel-button]:hidden',
          )}
        />
        {trailing && <div className="mr-1 flex shrink-0 items-center">{trailing}</div>}
      </div>
    </Field>
  )
}

/** Several lines of text, growing with their content. */
export function TextArea({
  label,
  isLabelHidden,
  hint,
  error,
  className,
  rows = 4,
  ...props
}: FieldProps & ComponentProps<'textarea'>) {
  const generatedId = useId()
  const id = props.id ?? generatedId
  return (
    <Field {...{ id, label, isLabelHidden, hint, error, className }}>
      <div className={CONTROL_CLASS}>
        <textarea
          {...props}
          id={id}
          rows={rows}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          className="field-sizing-content block min-h-24 short:min-h-11 w-full rounded-sm bg-transparent px-3 py-2 outline-none"
        />
      </div>
    </Field>
  )
}
