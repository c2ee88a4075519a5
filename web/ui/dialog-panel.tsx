import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { ignoreSecondPresses } from './second-press.ts'
import { dismissHint } from './toast-store.ts'
import { useCloseRequest } from './use-close-request.ts'

/**
 * A dialog's place on its scrim: centred on a desktop, at the bottom on a phone, with little around it
 * where the window is short.
 */
export const PANEL_PLACE =
  'grid grid-cols-[minmax(0,1fr)] items-end sm:place-items-center sm:p-6 short:sm:p-2'

/**
 * Dims the page and contains scrolling: with one pixel more than the window it is a scroll container,
 * and the page behind does not scroll. Locking the document's scroll instead would restyle every element
 * on each opening and closing. The dim layer fades in by itself: a fade of the whole would draw the window
 * twice for every frame.
 */
export function Scrim({
  isOpen,
  className,
  children,
}: {
  isOpen: boolean
  /** Places the panel. */
  className?: string
  children: ReactNode
}) {
  return (
    <div
      data-scrim
      data-state={isOpen ? 'open' : 'closed'}
      className="fixed inset-0 z-40 overflow-y-auto overscroll-contain [scrollbar-width:none] before:fixed before:inset-0 before:animate-fade-in before:bg-scrim after:block after:h-px data-[state=closed]:animate-fade-out"
    >
      <div className={classNames('sticky top-0 h-full', className)}>{children}</div>
    </div>
  )
}

const FIELDS =
  'input:enabled:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea, select:enabled'

/** Fields whose text is lost with a dialog: what is looked for is not. */
const WRITTEN = 'textarea, input:not([type=search], [type=checkbox], [type=radio], [type=file])'

/** Fields whose choice is lost with a dialog. */
const CHOSEN = 'select, input[type=checkbox]'

type WrittenField = HTMLInputElement | HTMLTextAreaElement

/** The element with the focus; of a menu, which is gone by the time the dialog closes, its button. */
function openerNow(): Element | null {
  const { activeElement } = document
  const menu = activeElement?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : activeElement
}

/** With a keyboard on the screen, a focused field raises it over the text to read. */
const HAS_KEYBOARD = '(pointer: fine)'

/**
 * The panel of a dialog or a drawer. On opening, the focus goes to the element with `autoFocus`; else to
 * a dialog's first field, and to the panel itself where it has none. On closing it returns to the
 * element that had it, for radix restores it only to triggers of its own; where that is gone, to the
 * screen. A press beside it does not close it over what was written or chosen in a form.
 */
export function DialogPanel({
  isForm = false,
  ...props
}: ComponentProps<typeof Radix.Content> & {
  /** Whether the dialog is a form to fill in. */
  isForm?: boolean
}) {
  const [opener] = useState(openerNow)
  const written = useRef(new Set<WrittenField>())
  const wasChosenIn = useRef(false)
  useEffect(dismissHint, [])
  useEffect(ignoreSecondPresses, [])
  useCloseRequest()
  return (
    <Radix.Content
      {...props}
      onInput={({ target }) => {
        if (!(target instanceof Element)) return
        if (target.matches(CHOSEN)) wasChosenIn.current = isForm
        if (!target.matches(WRITTEN)) return
        const field = target as WrittenField
        // In a drawer, what stands in no form is looked for.
        if (isForm || field.form) written.current.add(field)
      }}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        const panel = event.currentTarget
        if (!(panel instanceof HTMLElement)) return
        const field =
          isForm && matchMedia(HAS_KEYBOARD).matches
            ? panel.querySelector<HTMLElement>(FIELDS)
            : null
        const target = field ?? panel
        target.focus()
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        // A press outside closed it and has moved the focus already.
        if (document.activeElement !== document.body) return
        // The opener may be gone: a toast's button, or that of a row which the dialog deleted.
        if (!opener?.isConnected) document.querySelector('main')?.focus({ preventScroll: true })
        else if (opener instanceof HTMLElement) opener.focus()
      }}
      onEscapeKeyDown={(event) => {
        // A field in the dialog that handles Escape itself.
        if (event.target instanceof Element && event.target.closest('[data-own-escape]')) {
          event.preventDefault()
        }
      }}
      onInteractOutside={(event) => {
        // A press on a toast over the dialog does not close it. The press may have removed the toast by
        // now.
        const isToast = event.target instanceof Element && event.target.closest('[data-toast]')
        const hasText = [...written.current].some(
          (field) => field.isConnected && field.value !== '',
        )
        if (isToast || hasText || wasChosenIn.current) event.preventDefault()
      }}
    />
  )
}

/** Closes the dialog around it. No tooltip: the button is in the same place in every dialog. */
export function CloseButton() {
  return (
    <Radix.Close
      aria-label="Close"
      className="hit-area grid size-10 shrink-0 place-items-center rounded-sm text-muted transition-colors hover:bg-wash hover:text-ink pointer-coarse:size-11"
    >
      <X aria-hidden className="size-4.5" strokeWidth={1.75} />
    </Radix.Close>
  )
}
