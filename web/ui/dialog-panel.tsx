import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'

/** Where a dialog lies on its scrim: in the middle of a desk, at the bottom of a phone. */
export const PANEL_PLACE = 'grid grid-cols-[minmax(0,1fr)] items-end sm:place-items-center sm:p-6'

/**
 * Dims the page and keeps its scroll to itself: a pixel more than the window holds makes it a place
 * that scrolls, and what scrolls there goes no further. Locking the document's own scroll instead
 * would style every element anew, on each opening and closing.
 */
export function Scrim({
  isOpen,
  className,
  children,
}: {
  isOpen: boolean
  /** How the panel lies on it. */
  className?: string
  children: ReactNode
}) {
  return (
    <div
      data-state={isOpen ? 'open' : 'closed'}
      className="fixed inset-0 z-40 animate-fade-in overflow-y-auto overscroll-contain bg-scrim [scrollbar-width:none] after:block after:h-px data-[state=closed]:animate-fade-out"
    >
      <div className={classNames('sticky top-0 h-full', className)}>{children}</div>
    </div>
  )
}

const FIELDS =
  'input:enabled:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea, select:enabled'

/** Where the keyboard is on the screen, a field that has the focus raises it over what is to be read. */
const HAS_KEYBOARD = '(pointer: fine)'

/**
 * The panel of a dialog or a drawer. When it opens, the focus goes to what in it asked for it with
 * `autoFocus`; else, of a dialog, to its first field, and to the panel itself where it has none.
 * Closing gives the focus back to what had it before, for radix knows only triggers of its own.
 */
export function DialogPanel({
  isForm = false,
  ...props
}: ComponentProps<typeof Radix.Content> & {
  /** Whether it is there to be filled in. */
  isForm?: boolean
}) {
  const [opener] = useState(() => document.activeElement)
  return (
    <Radix.Content
      {...props}
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
        // Whoever closed it by a press beside it is there already.
        const isAway = document.activeElement !== document.body
        if (opener instanceof HTMLElement && !isAway) opener.focus()
      }}
      onEscapeKeyDown={(event) => {
        // A field in the dialog that Escape closes on its own.
        if (event.target instanceof Element && event.target.closest('[data-own-escape]')) {
          event.preventDefault()
        }
      }}
      onInteractOutside={(event) => {
        // A toast lies over the dialog, which stays. By now the press may have taken the toast away.
        if (event.target instanceof Element && event.target.closest('[data-toast]')) {
          event.preventDefault()
        }
      }}
    />
  )
}

/** Closes the dialog around it. No tooltip: every dialog has it in the same place. */
export function CloseButton() {
  return (
    <Radix.Close
      aria-label="Close"
      className="hit-area grid size-10 shrink-0 place-items-center rounded-sm text-muted transition-colors hover:bg-wash hover:text-ink pointer-coarse:size-11"
    >
      <X aria-hidden className="size-[18px]" strokeWidth={1.75} />
    </Radix.Close>
  )
}
