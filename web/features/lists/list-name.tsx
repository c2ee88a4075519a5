import type { ReactNode } from 'react'
import { NAME_MAX } from '#db/schema/owned-text.ts'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { useListRights } from '#web/lib/lists/list-rights.ts'
import { keyOfRow } from '#web/lib/rows-in-use.ts'
import { EditableName } from '#web/ui/editable-name.tsx'
import { renameList } from './list-actions.ts'

/** A list's name, editable in place. */
export function ListName({ list, children }: { list: ListSummary; children: ReactNode }) {
  return (
    <EditableName
      name={list.name}
      maxLength={NAME_MAX}
      subject={keyOfRow(list)}
      canRename={useListRights(list).mayWrite}
      onRename={(name, seen) => renameList(list, name, seen)}
    >
      {children}
    </EditableName>
  )
}
