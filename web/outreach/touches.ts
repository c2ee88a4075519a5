import { useEffect } from 'react'
import { proxy, ref, subscribe } from 'valtio'
import { type PersonTouches, TOUCHES_MAX } from '#sync/contract/queries.ts'
import { useProxyValue } from '#web/lib/use-proxy-value.ts'
import { followQuery } from '#web/replica/follow-query.ts'
import { openedReplica, replicaStore } from '#web/replica/replica.ts'
import { useActor } from '#web/session/session.ts'
import { today } from './days.ts'
import { untouched } from './untouched.ts'

/**
 * How things stand with the people on screen, from the rows of this device: one query for all of them,
 * however many cards ask.
 */
const touches = proxy<{ byPerson: Record<string, PersonTouches> }>({ byPerson: {} })

/** How many cards show a person, and of them how many must know before they can be used. */
const shown = new Map<string, { cards: number; urgent: number }>()
let ends: (() => void)[] = []
let isScheduled = false

subscribe(replicaStore, follow)

/**
 * How things stand with a person.
 * @param isUrgent asks before the device is open, which else is not opened for it.
 * @returns undefined until that is known.
 */
export function useTouches(personId: string, isUrgent = false): PersonTouches | undefined {
  const isSignedIn = useActor().id !== null
  useEffect(() => {
    if (!isSignedIn) return
    const count = shown.get(personId) ?? { cards: 0, urgent: 0 }
    const urgent = isUrgent ? 1 : 0
    shown.set(personId, { cards: count.cards + 1, urgent: count.urgent + urgent })
    follow()
    return () => {
      const now = shown.get(personId)
      if (!now) return
      if (now.cards <= 1) shown.delete(personId)
      else shown.set(personId, { cards: now.cards - 1, urgent: now.urgent - urgent })
      follow()
    }
  }, [personId, isUrgent, isSignedIn])
  return useProxyValue(touches, ({ byPerson }) => byPerson[personId])
}

/** How things stand with a person, asked now. @throws where it cannot be known. */
export async function readTouches(personId: string): Promise<PersonTouches | undefined> {
  const replica = await openedReplica()
  const [row] = await replica.query('people.touches', { ids: [personId], today: today() })
  return row
}

/** Follows the people on screen, once for all changes of one moment. */
function follow(): void {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    for (const end of ends) end()
    ends = []
    if (shown.size === 0) touches.byPerson = {}
    const isUrgent = [...shown.values()].some(({ urgent }) => urgent > 0)
    if (!replicaStore.replica && !isUrgent) return
    const ids = [...shown.keys()]
    for (let start = 0; start < ids.length; start += TOUCHES_MAX) {
      ends.push(followSome(ids.slice(start, start + TOUCHES_MAX)))
    }
  })
}

const followSome = (ids: string[]) =>
  followQuery({
    name: 'people.touches',
    args: { ids, today: today() },
    onRows(rows) {
      for (const row of rows as PersonTouches[]) touches.byPerson[row.candidate_id] = ref(row)
    },
    // A device that cannot read its rows knows of no mark.
    onFailure() {
      for (const candidate_id of ids)
        touches.byPerson[candidate_id] ??= ref(untouched(candidate_id))
    },
  })
