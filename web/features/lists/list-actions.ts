import type { Stage } from '#db/schema/activities.ts'
import { CHANGED_MEMBERS_MAX } from '#db/schema/lists.ts'
import type { PendingMutation } from '#sync/client/outbox/pending-mutation.ts'
import type { Combination } from '#sync/contract/list-mutations.ts'
import type { ListSummary, MemberInList } from '#sync/contract/list-queries.ts'
import type { MutationArgs } from '#sync/contract/mutations.ts'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { passesGate } from '#web/lib/account/show-gate.ts'
import { formatCount } from '#web/lib/format.ts'
import {
  ASSIGN_FAILED,
  addToListError,
  LISTS_NEED_PLAN,
  type ListDeletionWords,
  MOVE_FAILED,
  memberWorkError,
  REMOVE_MEMBERS_FAILED,
  STAGE_FAILED,
  saveListError,
} from '#web/lib/lists/list-messages.ts'
import { restoreList } from '#web/lib/lists/restore-list.ts'
import { rememberList } from '#web/replica/last-list.ts'
import { mutate, openedReplica } from '#web/replica/replica.ts'
import { ownerArg, teamSearch, teamsNow } from '#web/replica/teams.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { actorOf, session } from '#web/session/session.ts'
import { showToast, UNDO_MS } from '#web/ui/toast-store.ts'

/** A list by its owner and its id. */
export type ListAddress = Pick<ListSummary, 'id' | 'owner_id'>

/** Where a list's screen is: a team's list names the team, for another owner may have one of its id. */
export function listLink(list: ListAddress) {
  return { to: '/lists/$listId', params: { listId: list.id }, search: teamSearch(list) } as const
}

/** Whether the account may create lists; a toast says why not. */
export function mayCreateList(): boolean {
  return passesGate('lists.create', { plan: LISTS_NEED_PLAN })
}

/**
 * Creates a list with its first members.
 * @param candidate_ids at most as many as can be selected
 * @param team whose list it is; the account's own without one
 * @returns the new list; null when it failed, which a toast has said.
 */
export async function createList(
  name: string,
  candidate_ids: readonly string[] = [],
  { team }: { team?: string | undefined } = {},
): Promise<ListAddress | null> {
  const id = crypto.randomUUID()
  const owner = team === undefined ? {} : { owner: team }
  const isMade = await tryChange(
    () => mutate('lists.create', { ...owner, id, name, candidate_ids: [...candidate_ids] }),
    candidate_ids.length > 0 ? addToListError : saveListError,
  )
  return isMade ? newList(id, team) : null
}

/**
 * Adds people to a list; existing members stay.
 * @returns the list; null when it failed, which a toast has said.
 */
export async function addMembers(
  list: ListAddress,
  candidate_ids: readonly string[],
): Promise<ListAddress | null> {
  const args = { ...ownerArg(list), list_id: list.id, candidate_ids: [...candidate_ids] }
  const isAdded = await tryChange(() => mutate('members.add', args), addToListError)
  if (isAdded) rememberList(list)
  return isAdded ? list : null
}

/**
 * @param previous the name that its author saw.
 * @returns whether the list was renamed; a toast has said why not.
 */
export function renameList(list: ListAddress, name: string, previous: string): Promise<boolean> {
  return tryChange(
    () => mutate('lists.rename', { ...ownerArg(list), id: list.id, name, previous }),
    (error) => saveListError(error, teamsNow().authorOf(list, error)),
  )
}

/** Deletes a list, with an offer to undo it. */
export async function deleteList(
  list: ListAddress & Pick<ListSummary, 'name'>,
  words: ListDeletionWords,
): Promise<void> {
  const isDeleted = await tryChange(
    () => mutate('lists.delete', { ...ownerArg(list), id: list.id }),
    (error) => ({ title: words.failed(error) }),
  )
  if (isDeleted) {
    showToast({
      ...words.done,
      tone: 'ok',
      durationMs: UNDO_MS,
      action: { label: 'Undo', onPress: () => void restoreList(list) },
    })
  }
}

/**
 * Moves a list to a team or, without one, from its team to the account, with an offer to undo it.
 * @returns the list where it is now; null when it failed, which a toast has said.
 */
export async function moveList(
  list: ListSummary,
  team: Pick<OwnTeamRow, 'id' | 'name'> | null,
): Promise<ListAddress | null> {
  const to = team ? { to: team.id } : {}
  const isMoved = await tryChange(
    () => mutate('lists.move', { ...ownerArg(list), ...to, id: list.id }),
    memberWorkError(MOVE_FAILED),
  )
  if (!isMoved) return null
  const back = team ? { owner: team.id } : { to: list.owner_id }
  const undo = () =>
    tryChange(() => mutate('lists.move', { ...back, id: list.id }), memberWorkError(MOVE_FAILED))
  showToast({
    title: team ? `Moved to ${team.name}` : 'Moved to your own lists',
    description: list.name,
    tone: 'ok',
    durationMs: UNDO_MS,
    action: { label: 'Undo', onPress: () => void undo() },
  })
  return { id: list.id, owner_id: team?.id ?? actorOf(session.me).id ?? '' }
}

/** Says how far a person on a list has come. */
export function setStage(
  list: ListAddress,
  { candidate_id }: Pick<MemberInList, 'candidate_id'>,
  stage: Stage | null,
): Promise<boolean> {
  const args = { ...ownerArg(list), activity_id: crypto.randomUUID(), list_id: list.id }
  return tryChange(
    () => mutate('members.stage', { ...args, candidate_id, stage }),
    memberWorkError(STAGE_FAILED),
  )
}

/** Assigns a person on a team's list to a member, or to nobody. */
export function assignMember(
  list: ListAddress,
  { candidate_id, assigned_to: previous }: Pick<MemberInList, 'candidate_id' | 'assigned_to'>,
  assignee: string | null,
): Promise<boolean> {
  const args = { owner: list.owner_id, activity_id: crypto.randomUUID(), list_id: list.id }
  return tryChange(
    () => mutate('members.assign', { ...args, candidate_id, assignee, previous }),
    (error) => memberWorkError(ASSIGN_FAILED)(error, teamsNow().authorOf(list, error)),
  )
}

/** Assignments on a list that were refused, the last of each person by the person's id. */
export function refusedAssignments(
  pending: readonly PendingMutation[],
  list: ListAddress,
): ReadonlyMap<string, PendingMutation> {
  const refused = new Map<string, PendingMutation>()
  for (const entry of pending) {
    if (entry.state.kind !== 'rejected' || !isAssignment(entry)) continue
    const { owner, list_id, ...about } = entry.args
    if (owner !== list.owner_id || list_id !== list.id) continue
    const people = 'people' in about ? about.people : [about]
    for (const { candidate_id } of people) refused.set(candidate_id, entry)
  }
  return refused
}

function isAssignment(entry: PendingMutation): entry is PendingMutation & {
  args: MutationArgs<'members.assign'> | MutationArgs<'members.assign_many'>
} {
  return entry.name === 'members.assign' || entry.name === 'members.assign_many'
}

/** Gives a change up that was refused. */
export async function discardChange({ id }: PendingMutation): Promise<void> {
  await (await openedReplica()).discard(id)
}

/**
 * Removes members from a list, with an offer to undo it.
 * @returns those who were removed: fewer where it failed half way, which a toast has said.
 */
export async function removeMembers(list: ListAddress, ids: readonly string[]): Promise<string[]> {
  const args = { ...ownerArg(list), list_id: list.id }
  const removed: string[] = []
  const isComplete = await tryChange(
    () =>
      inParts(ids, async (candidate_ids) => {
        await mutate('members.remove', { ...args, candidate_ids })
        removed.push(...candidate_ids)
      }),
    () => ({ title: REMOVE_MEMBERS_FAILED }),
  )
  if (removed.length > 0) {
    showToast({
      ...(isComplete
        ? { title: 'Healthcare Workers Removed', tone: 'ok' }
        : {
            title: REMOVE_MEMBERS_FAILED,
            description: `${formatCount(removed.length)} of ${formatCount(ids.length)} were removed.`,
            tone: 'danger',
          }),
      durationMs: UNDO_MS,
      action: { label: 'Undo', onPress: () => void restoreMembers(list, removed) },
    })
  }
  return removed
}

function restoreMembers(list: ListAddress, ids: readonly string[]): Promise<boolean> {
  const args = { ...ownerArg(list), list_id: list.id }
  return tryChange(
    () => inParts(ids, (candidate_ids) => mutate('members.restore', { ...args, candidate_ids })),
    addToListError,
  )
}

/**
 * Makes a list of others.
 * @param lists for `difference`, the one whose people stay is the first.
 * @param team whose list it is; the account's own without one
 * @returns the new list; null when it failed, which a toast has said.
 */
export async function combineLists(
  name: string,
  how: Combination,
  lists: readonly ListAddress[],
  { team }: { team?: string | undefined } = {},
): Promise<ListAddress | null> {
  const id = crypto.randomUUID()
  const owner = team === undefined ? {} : { owner: team }
  const of = lists.map((list) => ({ ...ownerArg(list), id: list.id }))
  const isMade = await tryChange(
    () => mutate('lists.combine', { ...owner, id, name, how, of }),
    saveListError,
  )
  return isMade ? newList(id, team) : null
}

/** A list that was just made: people are put on it next. */
function newList(id: string, team: string | undefined): ListAddress {
  const list = { id, owner_id: team ?? actorOf(session.me).id ?? '' }
  rememberList(list)
  return list
}

/** In batches of the most people that one mutation takes. */
export async function inParts<Person>(
  people: readonly Person[],
  change: (part: Person[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < people.length; start += CHANGED_MEMBERS_MAX) {
    await change(people.slice(start, start + CHANGED_MEMBERS_MAX))
  }
}
