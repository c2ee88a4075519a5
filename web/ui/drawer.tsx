import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'
import { CloseButton, DialogPanel, Scrim } from './dialog-panel.tsx'

const SIDES = {
  left: 'inset-y-0 left-0 w-full sm:max-w-90 animate-from-left data-[state=closed]:animate-to-left',
  right:
    'inset-y-0 right-0 w-full sm:max-w-105 animate-from-right data-[state=closed]:animate-to-right',
  bottom:
    'inset-x-0 bottom-0 mx-auto max-h-[88%] w-full max-w-160 rounded-t-md animate-from-bottom data-[state=closed]:animate-to-bottom',
} as const

export interface DrawerProps {
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
  title: string
  description?: string
  side: keyof typeof SIDES
  /** The page beside it stays usable and its top bar visible; a press there closes the drawer. */
  isBeside?: boolean
  children: ReactNode
  /** Stays visible below the scrolled content. */
  footer?: ReactNode
}

/** A panel that slides in from one edge; on phones it takes the whole height. */
export function Drawer({
  isOpen,
  onOpenChange,
  title,
  description,
  side,
  isBeside = false,
  children,
  footer,
}: DrawerProps) {
  // As it was opened, also while the window is resized: on another ground the content would begin anew, and
  // lose what is being written in it.
  const [isOpenBeside, setIsOpenBeside] = useState(isBeside)
  if (!isOpen && isOpenBeside !== isBeside) setIsOpenBeside(isBeside)
  const Ground = isOpenBeside ? Beside : Scrim
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange} modal={!isOpenBeside}>
      <Radix.Portal>
        <Ground isOpen={isOpen}>
          <DialogPanel
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={classNames(
              // Where it is short its title scrolls with the rest, to leave that the room.
              'pointer-events-auto absolute flex short:block flex-col short:scroll-pb-20 short:overflow-y-auto short:overscroll-contain bg-surface shadow-floating outline-none',
              SIDES[side],
            )}
          >
            <div
              className={classNames(
                'flex items-center justify-between gap-4 border-line border-b pb-2 pl-5 pr-3',
                side === 'bottom' ? 'pt-2' : 'pt-[max(0.5rem,env(safe-area-inset-top))]',
              )}
            >
              <Radix.Title className="min-w-0 font-semibold text-md">{title}</Radix.Title>
              <CloseButton />
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4">
              {description && (
                <Radix.Description className="pb-4 text-muted">{description}</Radix.Description>
              )}
              {children}
            </div>
            {footer && (
              <footer className="short:sticky short:bottom-0 border-line border-t bg-surface px-5 pt-3 pb-safe">
                {footer}
              </footer>
            )}
          </DialogPanel>
        </Ground>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Without a scrim, so that the page keeps its presses. */
function Beside({ children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <div className="pointer-events-none fixed inset-0 top-(--top-bar-height) z-20 overflow-hidden">
      {children}
    </div>
  )
}
