import type { ShownInvite } from '#api/contract/teams.ts'
import { api, call } from '#web/lib/api-client.ts'

/** Calls of the mailed invitation. Each throws ApiError. */

/** What the invitation is to. @param token from the mailed link. */
export function readInvite(token: string): Promise<ShownInvite> {
  return call((init) => api['team-invites'].read.$post({ json: { token } }, { init }))
}

/** Joins the team with the signed-in account. @param token works once. */
export async function acceptInvite(token: string): Promise<void> {
  await call((init) => api['team-invites'].accept.$post({ json: { token } }, { init }))
}
