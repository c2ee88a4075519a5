import type { ListSummary } from '#sync/contract/list-queries.ts'
import { useTeams } from '#web/replica/teams.ts'
import { useActor, useCan } from '#web/session/session.ts'

/** The columns of a list that say where it is and who may change it. */
export type OwnedList = Pick<ListSummary, 'id' | 'owner_id' | 'created_by'>

/** What the account may do with a list; with its own, everything that needs no plan. */
export function useListRights(list: OwnedList) {
  const { mayIn } = useTeams()
  const { id: accountId } = useActor()
  const mayTidy = useCan('lists.tidy')
  const isMaker = list.created_by === accountId
  return {
    /** Renaming, adding and removing people. */
    mayWrite: mayTidy && mayIn(list, 'lists.write'),
    /** Deleting, restoring and moving. */
    mayDelete: mayTidy && mayIn(list, isMaker ? 'lists.delete_own' : 'lists.delete'),
    mayStage: mayTidy && mayIn(list, 'members.stage'),
    /** Assigning to others; a member may always take a person who is not assigned. */
    mayAssign: mayIn(list, 'members.assign'),
    mayExport: mayIn(list, 'lists.export'),
  }
}
