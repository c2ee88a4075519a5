import { Drawer } from '#web/ui/drawer.tsx'
import { SavedSearches, type SavedSearchesProps } from './saved-searches.tsx'

/** The panel of saved searches, over the search. */
export function SavedSearchesPanel({
  isOpen,
  isBeside,
  onClose,
  ...list
}: SavedSearchesProps & {
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
      title="Saved Searches"
      description="Access and manage your saved physician searches."
    >
      <SavedSearches {...list} />
    </Drawer>
  )
}
