import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

/** What is done with a selection: on a phone at the bottom, in reach wherever one has scrolled. */
export function ActionBar({
  count,
  isFull = false,
  onClear,
  className,
  children,
}: {
  /** How many are selected. */
  count: number
  /** Whether no more can be selected. */
  isFull?: boolean
  onClear(): void
  className?: string
  /** The actions. */
  children: ReactNode
}) {
  return (
    <section
      aria-label="Selection"
      data-selection-bar
      className={classNames(
        'pointer-events-none fixed inset-x-0 bottom-(--tab-bar-height) z-20 flex animate-rise md:bottom-4 md:left-6 lg:left-0 lg:justify-center',
        className,
      )}
    >
      <div className="pointer-events-auto flex min-h-14 w-full narrow:flex-wrap items-center gap-1 border-line border-t bg-surface px-3 shadow-floating sm:gap-4 sm:px-4 md:w-auto md:rounded-md md:border md:pr-2">
        <p role="status" className="mr-auto tabular-nums max-sm:text-sm">
          <span className="whitespace-nowrap font-semibold">{formatCount(count)} selected</span>
          {isFull && <span className="text-muted"> (limit)</span>}
        </p>
        {children}
        <Button variant="ghost" size="sm" onClick={onClear}>
          <X aria-hidden />
          <span className="max-sm:sr-only">Clear</span>
        </Button>
      </div>
    </section>
  )
}
