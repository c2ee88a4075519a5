import { useEffect, useState } from 'react'
import type { OpenCall } from '#sync/contract/queries.ts'
import { fetchCandidate } from '#web/lib/api-client.ts'
import { fullName } from '#web/lib/candidate-facts.ts'

type Person = Pick<OpenCall, 'candidate_id' | 'card'>

/** The name of a person. The device has the card of one on a list; the server knows all others. */
export async function nameOf({ candidate_id, card }: Person): Promise<string | undefined> {
  if (card) return fullName(card)
  const person = await fetchCandidate(candidate_id).catch(() => undefined)
  return person && fullName(person)
}

/** The name of a person as `nameOf` knows it; undefined until then, and without a network. */
export function usePersonName({ candidate_id, card }: Person): string | undefined {
  const [fetched, setFetched] = useState<string>()
  const isMissing = card === null
  useEffect(() => {
    if (isMissing) void nameOf({ candidate_id, card: null }).then(setFetched)
  }, [candidate_id, isMissing])
  return card ? fullName(card) : fetched
}
