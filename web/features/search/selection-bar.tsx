import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { useProxyValue } from '#web/lib/use-proxy-value.ts'
import { Button } from '#web/ui/button.tsx'
import { focusResults } from './search-view.ts'
import { isFull } from './selection.ts'
import { clearSelection, selectionStore } from './selection-store.ts'

function handleClear() {
  focusResults()
  clearSelection()
}

/** Actions on the selection; shown only while there is one. */
export function SelectionBar({ children }: { children?: ReactNode }) {
  const selection = useProxyValue(selectionStore, (store) => store.selection)
  const { mode, ids } = selection
  if (mode === 'none') return null
  return (
    <section
      aria-label="Selection"
      data-selection-bar
      className="pointer-events-none fixed inset-x-0 bottom-(--tab-bar-height) z-20 flex animate-rise md:bottom-4 md:left-6 lg:left-0 lg:justify-center"
    >
      <div className="pointer-events-auto flex min-h-14 w-full narrow:flex-wrap items-center gap-1 border-line border-t bg-surface px-3 shadow-floating sm:gap-4 sm:px-4 md:w-auto md:rounded-md md:border md:pr-2">
        <p role="status" className="mr-auto tabular-nums">
          <span className="font-semibold">{formatCount(ids.size)} selected</span>
          {isFull(selection) && <span className="text-muted"> (limit)</span>}
        </p>
        {children}
        <Button variant="ghost" size="sm" onClick={handleClear}>
          <X aria-hidden />
          <span className="max-sm:sr-only">Clear</span>
        </Button>
      </div>
    </section>
  )
}
