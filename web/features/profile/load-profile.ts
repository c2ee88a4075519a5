import type { Candidate } from '#api/contract/candidates.ts'
import { ApiError, fetchCandidate } from '#web/lib/api-client.ts'

export type Profile =
  | { kind: 'found'; person: Candidate }
  | { kind: 'missing' }
  | { kind: 'failed'; isOffline: boolean }

/** Loads one profile. Never rejects over a failed call: "not found" and "failed" are outcomes. */
export async function loadProfile(id: string, signal: AbortSignal): Promise<Profile> {
  try {
    return { kind: 'found', person: await fetchCandidate(id, signal) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // A malformed id counts as not found.
    const isUnknown = error.code === 'not_found' || error.code === 'invalid_input'
    return isUnknown ? { kind: 'missing' } : { kind: 'failed', isOffline: error.code === 'offline' }
  }
}
