import type { Candidate } from '#db/schema/candidates.ts'
import { ApiError, fetchCandidate } from '#web/lib/api-client.ts'

export type Profile =
  | { kind: 'found'; person: Candidate }
  | { kind: 'missing' }
  | { kind: 'failed'; isOffline: boolean }

/** Reads one profile. Never rejects over a failed call: not found and failed are outcomes. */
export async function loadProfile(id: string, signal: AbortSignal): Promise<Profile> {
  try {
    return { kind: 'found', person: await fetchCandidate(id, signal) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // An id that is not one at all is as unknown as one of nobody.
    const isUnknown = error.code === 'not_found' || error.code === 'invalid_input'
    return isUnknown ? { kind: 'missing' } : { kind: 'failed', isOffline: error.code === 'offline' }
  }
}
