import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CloseButton, DialogPanel, PANEL_PLACE, Scrim } from './dialog-panel.tsx'

const WIDTHS = { sm: 'sm:max-w-100', md: 'sm:max-w-130', lg: 'sm:max-w-180' } as const

export interface DialogProps {
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
  title: string
  description?: string
  children?: ReactNode
  /** Actions, the primary one last. */
  footer?: ReactNode
  size?: keyof typeof WIDTHS
}

/** A modal question or form: centred on a desktop, a bottom sheet on a phone. */
export function Dialog({
  isOpen,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
}: DialogProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim isOpen={isOpen} className={PANEL_PLACE}>
          <DialogPanel
            isForm
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={classNames(
              // Where it is short it scrolls as a whole, or its ends would leave its middle no room.
              'flex short:block max-h-[calc(100dvh-2rem)] w-full animate-from-bottom flex-col short:overflow-y-auto rounded-t-md bg-surface shadow-floating outline-none data-[state=closed]:animate-to-bottom sm:max-h-[calc(100dvh-3rem)] short:sm:max-h-[calc(100dvh-1rem)] sm:animate-rise sm:rounded-md sm:data-[state=closed]:animate-fade-out',
              WIDTHS[size],
            )}
          >
            {/* Neither a header nor a footer: those would become landmarks of the page. */}
            <div className="flex items-start gap-4 pt-4 pr-3 pl-5">
              <div className="min-w-0 flex-1 pt-1.5">
                <Radix.Title className="font-semibold text-md">{title}</Radix.Title>
                {description && (
                  <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
                )}
              </div>
              <CloseButton />
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-3 pb-5">
              {children}
            </div>
            {footer && (
              <div className="flex flex-wrap justify-end gap-2 border-line border-t px-5 pt-3 pb-safe">
                {footer}
              </div>
            )}
          </DialogPanel>
        </Scrim>
      </Radix.Portal>
    </Radix.Root>
  )
}
