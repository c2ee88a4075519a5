import type { Candidate } from '#api/contract/candidates.ts'
import { ApiError, api, call, isRecord } from '#web/lib/api-client.ts'
import { retriedCall } from '#web/lib/retried-call.ts'

export type Profile =
  | { kind: 'found'; person: Candidate }
  | { kind: 'missing' }
  | { kind: 'failed'; isOffline: boolean }

/** The person of the last profile: still shown where a reload of it fails. */
let last: Candidate | undefined

/** Loads one profile. Never rejects over a failed call: "not found" and "failed" are outcomes. */
export async function loadProfile(id: string, signal: AbortSignal): Promise<Profile> {
  try {
    last = await retriedCall(() => fetchCandidate(id, signal))
    return { kind: 'found', person: last }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // A malformed id counts as not found.
    const isUnknown = error.code === 'not_found' || error.code === 'invalid_input'
    if (isUnknown) {
      last = undefined
      return { kind: 'missing' }
    }
    if (last?.id === id) return { kind: 'found', person: last }
    return { kind: 'failed', isOffline: error.code === 'offline' }
  }
}

/** A person, without contact values. @throws ApiError `not_found` */
function fetchCandidate(id: string, signal?: AbortSignal): Promise<Candidate> {
  return call(
    (init) => api.candidates[':id'].$get({ param: { id: encodeURIComponent(id) } }, { init }),
    { signal, isExpected: isCandidate },
  )
}

function isCandidate(body: unknown): body is Candidate {
  return isRecord(body) && typeof body.id === 'string' && Array.isArray(body.contacts)
}
