import { Drawer } from '#web/ui/drawer.tsx'
import { SavedLists } from './saved-lists.tsx'

/** The panel of saved lists, over the search. */
export function SavedListsPanel({
  isOpen,
  isBeside,
  onClose,
}: {
  isOpen: boolean
  /** Opens beside the page, where there is room. */
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
