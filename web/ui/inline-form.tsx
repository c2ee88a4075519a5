import { type ComponentProps, useEffect, useRef } from 'react'
import { useOpenForm } from '#web/lib/open-forms.ts'

/**
 * A form in the place of what it writes. Escape in it gives it up, and leaves a dialog around it open;
 * elsewhere in that dialog Escape leads to the form, for the dialog would close over what was typed.
 */
export function InlineForm({
  subject,
  onCancel,
  ...props
}: ComponentProps<'form'> & {
  /** What it writes: its screen can tell by this key that it is open. */
  subject?: string | undefined
  /** What its own button to give it up does. */
  onCancel(): void
}) {
  useOpenForm(subject)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      const { key, target } = event
      const own = form.current
      if (key !== 'Escape' || !own || !(target instanceof Element) || own.contains(target)) return
      const dialog = own.closest('[role=dialog]')
      if (!dialog || target.closest('[role=dialog]') !== dialog) return
      event.preventDefault()
      event.stopPropagation()
      own.querySelector<HTMLElement>('input, textarea')?.focus()
    }
    // Before the dialog hears of it, which listens at the document.
    window.addEventListener('keydown', handleKeyDown, true)
    return () => window.removeEventListener('keydown', handleKeyDown, true)
  }, [])

  return (
    <form
      ref={form}
      data-own-escape
      onKeyDown={({ key, nativeEvent }) => {
        // Escape also ends an IME composition (Japanese, accents): that one is not ours.
        if (key === 'Escape' && !nativeEvent.isComposing) onCancel()
      }}
      {...props}
    />
  )
}
