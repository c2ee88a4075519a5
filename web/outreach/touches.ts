import { useEffect } from 'react'
import { proxy, ref, subscribe } from 'valtio'
import { type PersonTouches, TOUCHES_MAX } from '#sync/contract/outreach-queries.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { followQuery } from '#web/replica/follow-query.ts'
import { openedReplica, replicaStore } from '#web/replica/replica.ts'
import { isComplete, untilComplete } from '#web/replica/until-complete.ts'
import { actorOf, session, useActor } from '#web/session/session.ts'
import { today } from './days.ts'
import { untouched } from './untouched.ts'

/**
 * How things stand with the people on screen, from the rows of this device: one query for all of them,
 * however many cards ask.
 */
const touches = proxy<{
  byPerson: Record<string, PersonTouches>
  /** As it was when a person was last on screen. May be stale: for display only. */
  earlier: Record<string, PersonTouches>
  /** Where the rows cannot be read, no mark is known: good enough to call by, not to read. */
  unreadable: Record<string, PersonTouches>
}>({ byPerson: {}, earlier: {}, unreadable: {} })

/** How many cards show a person, and of them how many must know before they can be used. */
const shown = new Map<string, { cards: number; urgent: number }>()
let ends: (() => void)[] = []
let isScheduled = false
/** The account that people's touches are of. */
let owner: string | null = null

subscribe(replicaStore, follow)

/**
 * How things stand with a person.
 * @param isUrgent asks before the device is open, which else is not opened for it, and takes no earlier
 * answer.
 * @returns undefined until that is known.
 */
export function useTouches(personId: string, isUrgent = false): PersonTouches | undefined {
  const isSignedIn = useActor().id !== null
  useEffect(() => {
    if (isSignedIn) return followPerson(personId, isUrgent)
  }, [personId, isUrgent, isSignedIn])
  return useProxyValue(touches, (now) => touchesOf(personId, isUrgent, now))
}

/** Of a card on screen. @returns the function that ends it. */
export function followPerson(personId: string, isUrgent: boolean): () => void {
  const count = shown.get(personId) ?? { cards: 0, urgent: 0 }
  const urgent = isUrgent ? 1 : 0
  shown.set(personId, { cards: count.cards + 1, urgent: count.urgent + urgent })
  follow()
  return () => {
    const now = shown.get(personId)
    if (!now) return
    if (now.cards <= 1) forget(personId)
    else shown.set(personId, { cards: now.cards - 1, urgent: now.urgent - urgent })
    follow()
  }
}

/** What is known of a person now. */
export const touchesOf = (
  personId: string,
  isUrgent: boolean,
  { byPerson, earlier, unreadable }: typeof touches = touches,
): PersonTouches | undefined => byPerson[personId] ?? (isUrgent ? unreadable : earlier)[personId]

/** The last card of a person is gone: what comes to the rows meanwhile is not followed. */
function forget(personId: string): void {
  shown.delete(personId)
  if (personId in touches.unreadable) delete touches.unreadable[personId]
  const known = touches.byPerson[personId]
  if (!known) return
  touches.earlier[personId] = known
  delete touches.byPerson[personId]
}

/** How things stand with a person, asked now. @throws where it cannot be known. */
export async function readTouches(personId: string): Promise<PersonTouches | undefined> {
  const replica = await openedReplica()
  // A first sync may bring what stands against reaching the person.
  await untilComplete()
  const [row] = await replica.query('people.touches', argsFor([personId]))
  // A device whose rows are still on their way may lack a mark that the server's answer gave the card.
  const isUnknown = row && isUntouched(row) && !isComplete()
  return isUnknown ? (touchesOf(personId, false) ?? row) : row
}

const isUntouched = ({ touched_at, calling_at, stop_mark }: PersonTouches) =>
  touched_at === null && calling_at === null && stop_mark === null

/** Follows the people on screen, once for all changes of one moment. */
function follow(): void {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    for (const end of ends) end()
    ends = []
    forgetOthers()
    if (shown.size === 0) touches.earlier = {}
    const isUrgent = [...shown.values()].some(({ urgent }) => urgent > 0)
    if (!replicaStore.replica && !isUrgent) return
    const ids = [...shown.keys()]
    for (let start = 0; start < ids.length; start += TOUCHES_MAX) {
      ends.push(followSome(ids.slice(start, start + TOUCHES_MAX)))
    }
  })
}

/** Another account signed in while people are on screen: how it stands with them is not known yet. */
function forgetOthers(): void {
  const { id } = actorOf(session.me)
  if (id === owner) return
  owner = id
  for (const kind of ['byPerson', 'earlier', 'unreadable'] as const) touches[kind] = {}
}

const argsFor = (ids: string[]) => ({ ids, today: today(), by: actorOf(session.me).id })

const followSome = (ids: string[]) =>
  followQuery({
    name: 'people.touches',
    args: argsFor(ids),
    onRows: (rows) => keepTouches(rows as PersonTouches[]),
    onFailure() {
      for (const candidate_id of ids)
        touches.unreadable[candidate_id] = ref(untouched(candidate_id))
    },
  })

/** Takes in how things stand with people, as the device answered. */
export function keepTouches(rows: readonly PersonTouches[]): void {
  const changed = rows.filter((row) => {
    if (isUntouched(row) && !isComplete()) return false
    return JSON.stringify(row) !== JSON.stringify(touches.byPerson[row.candidate_id])
  })
  if (changed.length === 0) return
  // At once: each assignment asks every card on screen.
  const byPerson = Object.fromEntries(changed.map((row) => [row.candidate_id, ref(row)]))
  touches.byPerson = { ...touches.byPerson, ...byPerson }
  for (const id in byPerson) if (id in touches.earlier) delete touches.earlier[id]
}
