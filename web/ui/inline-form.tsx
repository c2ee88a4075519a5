import type { ComponentProps } from 'react'

/** A form in the place of what it writes. Escape in it gives it up, and leaves a dialog around it open. */
export function InlineForm({
  onCancel,
  ...props
}: ComponentProps<'form'> & {
  /** What its own button to give it up does. */
  onCancel(): void
}) {
  return (
    <form
      data-own-escape
      onKeyDown={({ key, nativeEvent }) => {
        // Escape also ends an IME composition (Japanese, accents): that one is not ours.
        if (key === 'Escape' && !nativeEvent.isComposing) onCancel()
      }}
      {...props}
    />
  )
}
