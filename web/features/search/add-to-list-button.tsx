import { ListPlus } from 'lucide-react'
import { askForList } from '#web/lib/lists/ask-for-list.ts'
import { useGate } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { selectedOr } from './selection-store.ts'

/** Adds the selected people to a list. */
export function AddToListButton() {
  const isRefused = useGate('lists.fill') === 'demo'
  return (
    <Button
      variant="primary"
      size="sm"
      data-restricted={isRefused || undefined}
      data-tooltip={isRefused ? 'Adding to lists is disabled in demo mode' : undefined}
      onClick={() => void askForList(selectedOr())}
    >
      <ListPlus aria-hidden />
      <span className="narrow:sr-only">Add to list</span>
    </Button>
  )
}
