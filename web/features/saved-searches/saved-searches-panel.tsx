import { Drawer } from '../../ui/drawer.tsx'
import { SavedSearches, type SavedSearchesProps } from './saved-searches.tsx'

/** The searches that were kept, over the search. */
export function SavedSearchesPanel({
  isOpen,
  onClose,
  ...list
}: SavedSearchesProps & { isOpen: boolean; onClose(): void }) {
  return (
    <Drawer
      isOpen={isOpen}
      onOpenChange={onClose}
      side="right"
      title="Saved Searches"
      description="Access and manage your saved physician searches."
    >
      <SavedSearches {...list} />
    </Drawer>
  )
}
