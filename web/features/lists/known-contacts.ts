import { useEffect } from 'react'
import { proxy, ref } from 'valtio'
import type { ContactKnown } from '#db/schema/candidates.ts'
import { ApiError, fetchContactsKnown } from '#web/lib/api-client.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { useProxyValue } from '#web/lib/use-proxy-value.ts'

/*
 * Which contacts people on lists have, and how fresh these are, as the server says it of the people that
 * are shown. Cards keep the kinds alone, or each verification of a contact would travel to all devices.
 */

const knownContacts = proxy<{ byPerson: Record<string, readonly ContactKnown[]> }>({ byPerson: {} })

/** What is known of one person's contacts; undefined until the server has said it. */
export function useContactsKnown(personId: string): readonly ContactKnown[] | undefined {
  return useProxyValue(knownContacts, ({ byPerson }) => byPerson[personId])
}

/** Asks the server about people once they are shown, where there is a network. */
export function useAskContactsKnown(people: readonly string[]): void {
  const isOnline = useOnline()
  const asked = people.join()
  useEffect(() => {
    const missing = asked.split(',').filter((id) => id !== '' && !knownContacts.byPerson[id])
    if (!isOnline || missing.length === 0) return
    fetchContactsKnown(missing).then(
      (found) => {
        const byPerson = new Map(found.map(({ id, contacts }) => [id, contacts]))
        for (const id of missing) knownContacts.byPerson[id] = ref(byPerson.get(id) ?? [])
      },
      (error: unknown) => {
        // The kinds are on the cards; freshness is told the next time.
        if (!(error instanceof ApiError)) throw error
      },
    )
  }, [asked, isOnline])
}
