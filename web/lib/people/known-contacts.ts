import { useEffect } from 'react'
import { proxy, ref } from 'valtio'
import type { ContactKnown } from '#db/schema/candidates.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { useOnline } from '#web/lib/hooks/use-online.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { keepUnchanged } from '#web/lib/keep-unchanged.ts'
import { fetchContactsKnown } from './people-client.ts'

/*
 * Which contacts people on lists have, and how fresh these are, as the server says it of the people that
 * are shown. Cards keep the kinds alone, or each verification of a contact would travel to all devices.
 */

export const knownContacts = proxy<{ byPerson: Record<string, readonly ContactKnown[]> }>({
  byPerson: {},
})

/** How old an answer may be before the next look; with the time between looks less than a minute. */
const ANSWER_MS = 45_000
const LOOK_MS = 10_000

/** When the server was last asked, by person. */
const askedAt = new Map<string, number>()

/** What is known of one person's contacts; undefined until the server has said it. */
export function useContactsKnown(personId: string): readonly ContactKnown[] | undefined {
  return useProxyValue(knownContacts, ({ byPerson }) => byPerson[personId])
}

/** A contact revealed days ago, as it is known now: it may have been checked or reported wrong since. */
export function asKnownNow<C extends ContactKnown>(
  contact: C,
  known: readonly ContactKnown[] | undefined,
): C {
  const now = known?.find(
    ({ kind, value_id }) => kind === contact.kind && value_id === contact.value_id,
  )
  return now ? { ...contact, listed_at: undefined, is_disputed: undefined, ...now } : contact
}

/**
 * Asks the server about people once they are shown, where there is a network, and again while they are: a
 * number that two accounts reported wrong is lowered on screen within a minute.
 */
export function useAskContactsKnown(people: readonly string[]): void {
  const isOnline = useOnline()
  const shown = people.join()
  useEffect(() => {
    return isOnline && shown !== '' ? followContactsKnown(shown.split(',')) : undefined
  }, [shown, isOnline])
}

/** Asks about these people now and, while the page is visible, whenever an answer has aged. */
export function followContactsKnown(people: readonly string[]): () => void {
  const ask = () => {
    if (document.visibilityState === 'visible') void askAged(people)
  }
  ask()
  const timer = setInterval(ask, LOOK_MS)
  document.addEventListener('visibilitychange', ask)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', ask)
  }
}

async function askAged(people: readonly string[]): Promise<void> {
  const now = Date.now()
  const aged = people.filter((id) => now - (askedAt.get(id) ?? 0) >= ANSWER_MS)
  if (aged.length === 0) return
  for (const id of aged) askedAt.set(id, now)
  try {
    const found = await fetchContactsKnown(aged)
    const byPerson = new Map(found.map(({ id, contacts }) => [id, contacts]))
    const known = aged.map((id) => {
      const kept = keepUnchanged(knownContacts.byPerson[id] ?? [], byPerson.get(id) ?? [])
      return [id, ref(kept)] as const
    })
    // One assignment for all: each one notifies every card on screen.
    knownContacts.byPerson = { ...knownContacts.byPerson, ...Object.fromEntries(known) }
  } catch (error) {
    for (const id of aged) askedAt.delete(id)
    // The cards have the kinds; the next look brings the freshness.
    if (!(error instanceof ApiError)) throw error
  }
}
