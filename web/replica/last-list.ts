import { proxy, ref } from 'valtio'
import { actorOf, session } from '#web/session/session.ts'
import { readDraft, storeDraft } from './first-paint-cache.ts'
import { isOwn, type Owned } from './teams.ts'

/** A list by its owner and its id. */
type ListAddress = Owned & { id: string }

/** The list that the account last worked with on this device; null for none, or before it is known. */
export const lastList = proxy<{ list: ListAddress | null; of: string | null }>({
  list: null,
  of: null,
})

/** Keeps the list as the last one: it is offered first, and has a shortcut of the installed app. */
export function rememberList({ owner_id, id }: ListAddress): void {
  const { id: accountId } = actorOf(session.me)
  if (accountId === null) return
  const { list: last } = lastList
  if (lastList.of === accountId && last?.id === id && last.owner_id === owner_id) return
  const list = { owner_id, id }
  lastList.list = ref(list)
  lastList.of = accountId
  // A team's list goes from the device with the team.
  if (isOwn(list)) void storeDraft(accountId, 'last.list', list)
  else void storeDraft(accountId, 'last.list', {}, { team: owner_id, work: list })
}

/** The last list; null where there is none. */
export async function readLastList(): Promise<ListAddress | null> {
  const { id: accountId } = actorOf(session.me)
  if (accountId === null) return null
  if (lastList.of === accountId) return lastList.list
  const kept = (await readDraft(accountId, 'last.list')) as Partial<ListAddress> | undefined
  const list = kept?.id && kept.owner_id ? { owner_id: kept.owner_id, id: kept.id } : null
  if (lastList.of !== accountId) {
    lastList.list = list && ref(list)
    lastList.of = accountId
  }
  return list
}
