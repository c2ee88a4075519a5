import { Drawer } from '#web/ui/drawer.tsx'
import { SavedLists } from './saved-lists.tsx'

/** The lists that were kept, over the search. */
export function SavedListsPanel({
  isOpen,
  isBeside,
  onClose,
}: {
  isOpen: boolean
  /** Where there is room for the page too. */
  isBeside: boolean
  onClose(): void
}) {
  return (
    <Drawer
      isOpen={isOpen}
      onOpenChange={onClose}
      side="right"
      isBeside={isBeside}
      title="Saved Lists"
    >
      <SavedLists />
    </Drawer>
  )
}
