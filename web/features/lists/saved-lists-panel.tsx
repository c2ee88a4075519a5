import { Drawer } from '../../ui/drawer.tsx'
import { SavedLists } from './saved-lists.tsx'

/** The lists that were kept, over the search. */
export function SavedListsPanel({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Drawer isOpen={isOpen} onOpenChange={onClose} side="right" title="Saved Lists">
      <SavedLists />
    </Drawer>
  )
}
