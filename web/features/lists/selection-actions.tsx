import { Download, Trash2 } from 'lucide-react'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { requestExport } from '#web/lib/exports/request-export.ts'
import { SELECT_TO_EXPORT, SELECT_TO_REMOVE } from '#web/lib/lists/list-messages.ts'
import { useListRights } from '#web/lib/lists/list-rights.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { BulkReveal } from './bulk-reveal.tsx'
import { removeMembers } from './list-actions.ts'
import type { PeopleSelection } from './selection-row.tsx'
import { WorkMenu } from './work-menu.tsx'

/** What is done with the selected members of a list. */
export function SelectionActions({
  list,
  selected,
  select,
  isInBar = false,
  onRemoved,
}: PeopleSelection & {
  list: ListSummary
  /** Whether they are shown in a phone's action bar. */
  isInBar?: boolean
  onRemoved(): void
}) {
  const rights = useListRights(list)
  const isNone = selected.size === 0

  function handleExport() {
    if (isNone) return showToast({ title: SELECT_TO_EXPORT, tone: 'danger' })
    requestExport({
      ids: [...selected],
      people: [],
      source: 'list',
      fileName: `healthcare_worker_list_${list.name}`,
    })
  }

  async function handleRemove() {
    if (isNone) return showToast({ title: SELECT_TO_REMOVE, tone: 'danger' })
    const removed = await removeMembers(list, [...selected])
    if (removed.length > 0) {
      select(removed, false)
      onRemoved()
    }
  }

  return (
    <>
      {/* Where the action bar has them they take no room here: no card moves as it is ticked. */}
      <div className={isInBar ? 'contents' : 'contents max-md:hidden short:hidden'}>
        <WorkMenu list={list} selected={selected} isOne={isInBar} />
        <BulkReveal people={[...selected]} />
      </div>
      {rights.mayExport && (
        <Button size="sm" data-restricted={isNone || undefined} onClick={handleExport}>
          <Download aria-hidden />
          <span className={BAR_LABEL}>Export</span>
        </Button>
      )}
      {rights.mayWrite && (
        <Button size="sm" data-restricted={isNone || undefined} onClick={() => void handleRemove()}>
          <Trash2 aria-hidden />
          <span className={BAR_LABEL}>Remove</span>
        </Button>
      )}
    </>
  )
}

/** The action bar of a phone has room for the icon alone. */
export const BAR_LABEL = 'in-data-selection-bar:max-sm:sr-only'
