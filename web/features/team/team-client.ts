import type { InviteRequest, TeamInvite, TeamSettings } from '#api/contract/teams.ts'
import type { TeamRole } from '#db/schema/teams.ts'
import { api, call } from '#web/lib/api-client.ts'

/** Calls that change teams: never through the outbox, for the server decides. Each throws ApiError. */

/** @returns the id of the new team, whose owner the account is. */
export async function createTeam(name: string): Promise<string> {
  const { id } = await call((init) => api.teams.$post({ json: { name } }, { init }))
  return id
}

export async function saveTeamSettings(id: string, settings: TeamSettings): Promise<void> {
  await call((init) => api.teams[':id'].$put({ param: { id }, json: settings }, { init }))
}

/** Requires a fresh confirmation of who is asking. */
export async function closeTeam(id: string): Promise<void> {
  await call((init) => api.teams[':id'].$delete({ param: { id } }, { init }))
}

export async function leaveTeam(id: string): Promise<void> {
  await call((init) => api.teams[':id'].leave.$post({ param: { id } }, { init }))
}

/** Makes another member the owner, and oneself a manager. Requires a fresh confirmation, too. */
export async function handOverTeam(id: string, memberId: string): Promise<void> {
  const json = { member_id: memberId }
  await call((init) => api.teams[':id']['hand-over'].$post({ param: { id }, json }, { init }))
}

export async function changeRole(id: string, memberId: string, role: TeamRole): Promise<void> {
  const param = { id, memberId }
  await call((init) =>
    api.teams[':id'].members[':memberId'].role.$put({ param, json: { role } }, { init }),
  )
}

export async function removeMember(id: string, memberId: string): Promise<void> {
  const param = { id, memberId }
  await call((init) => api.teams[':id'].members[':memberId'].$delete({ param }, { init }))
}

/** Mails an invitation to an address, in place of an earlier one. */
export function inviteToTeam(id: string, invite: InviteRequest): Promise<TeamInvite> {
  return call((init) => api.teams[':id'].invites.$post({ param: { id }, json: invite }, { init }))
}

/** The open invitations, newest first. */
export async function fetchInvites(id: string): Promise<TeamInvite[]> {
  const { invites } = await call((init) =>
    api.teams[':id'].invites.$get({ param: { id } }, { init }),
  )
  return invites
}

export async function revokeInvite(id: string, inviteId: string): Promise<void> {
  const param = { id, inviteId }
  await call((init) => api.teams[':id'].invites[':inviteId'].$delete({ param }, { init }))
}
