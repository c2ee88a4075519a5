import type { CallClaim } from '#api/contract/teams.ts'
import { api, call } from '#web/lib/api-client.ts'
import { actorOf, session } from '#web/session/session.ts'

/** A call does not wait longer for a slow network. */
const CLAIM_MS = 1_500

/**
 * Claims a person of a team for a call.
 * @returns the other member who has the claim; null where this account has it, or where the server
 * cannot be asked in time: then nothing is known against the call.
 */
export async function claimCall(teamId: string, claim: CallClaim): Promise<string | null> {
  try {
    const { by } = await call(
      (init) =>
        api.teams[':id']['call-claims'].$post({ param: { id: teamId }, json: claim }, { init }),
      { timeoutMs: CLAIM_MS },
    )
    return by === actorOf(session.me).id ? null : by
  } catch {
    return null
  }
}
