import type { ReactNode } from 'react'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { ActionBar } from '#web/ui/action-bar.tsx'
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
  if (selection.mode === 'none') return null
  return (
    <ActionBar count={selection.ids.size} isFull={isFull(selection)} onClear={handleClear}>
      {children}
    </ActionBar>
  )
}
