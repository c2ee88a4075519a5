import type { CandidateName } from '#api/contract/candidates.ts'
import type { RevealCost, RevealedPerson } from '#api/contract/contact-reveal.ts'
import type { ContactKnown } from '#db/schema/candidates.ts'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import { api, call } from '#web/lib/api-client.ts'

/** The names of at most `NAMED_AT_ONCE_MAX` people; unknown ids are left out. @throws ApiError */
export async function fetchNames(
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<CandidateName[]> {
  const answer = await call(
    (init) => api.candidates.names.$post({ json: { ids: [...ids] } }, { init }),
    { signal },
  )
  return answer.people
}

/** Every contact of one person. @throws ApiError */
export async function revealContacts(id: string): Promise<RevealedContact[]> {
  const answer = await call((init) =>
    api.candidates[':id'].contact.$post({ param: { id: encodeURIComponent(id) } }, { init }),
  )
  return answer.contacts
}

/**
 * The contacts of several people, in their order, as far as the day's budget goes.
 * @param ids at most `REVEALED_AT_ONCE_MAX`
 * @throws ApiError
 */
export async function revealContactsOf(ids: readonly string[]): Promise<RevealedPerson[]> {
  const answer = await call((init) => api.reveals.$post({ json: { ids: [...ids] } }, { init }))
  return answer.people
}

/** What revealing these people would cost, at most 500. @throws ApiError */
export function fetchRevealCost(ids: readonly string[]): Promise<RevealCost> {
  return call((init) => api.reveals.cost.$post({ json: { ids: [...ids] } }, { init }))
}

/** Which contacts of at most 100 people exist, and how fresh they are. @throws ApiError */
export async function fetchContactsKnown(
  ids: readonly string[],
): Promise<{ id: string; contacts: ContactKnown[] }[]> {
  const answer = await call((init) =>
    api.candidates.contacts.$post({ json: { ids: [...ids] } }, { init }),
  )
  return answer.people
}
