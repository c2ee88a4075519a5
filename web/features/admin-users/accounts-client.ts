import type { AuditFilters, AuditPage } from '#api/contract/admin-audit.ts'
import type { AdminGrant, BulkResult, GrantRequest } from '#api/contract/admin-grants.ts'
import type { AdminUserView, TimelinePage } from '#api/contract/admin-user-page.ts'
import type {
  AdminUserPage,
  BanOutcome,
  FactorResetOutcome,
  UserQuery,
} from '#api/contract/admin-users.ts'
import type { SupportView } from '#api/contract/support.ts'
import type { OpenedTeam } from '#api/contract/teams.ts'
import { api, call, request } from '#web/lib/api-client.ts'
import { saveFile } from '#web/lib/exports/save-file.ts'

/** Calls of administrators about accounts and the audit log. Each throws ApiError. */

/** Timeout of a list. */
const LIST_TIMEOUT_MS = 10_000

/** Timeout of a file with everything in it. */
const FILE_TIMEOUT_MS = 5 * 60_000

/** The list's search params; unset ones are left out. */
export type UserSearch = Partial<Omit<UserQuery, 'after'>>
export type Grant = Omit<GrantRequest, 'userId'>

const enc = encodeURIComponent
const inPath = (id: string) => ({ param: { id: enc(id) } })

export function fetchUsers(search: UserSearch, after?: string): Promise<AdminUserPage> {
  const query = { ...search, ...(after ? { after } : {}) }
  return call((init) => api.admin.users.$get({ query }, { init }), { timeoutMs: LIST_TIMEOUT_MS })
}

/** Saves the matching accounts as a file. Requires a fresh confirmation of who is asking. */
export function downloadUsers(search: UserSearch): Promise<void> {
  return download(withQuery('/api/admin/users/file', search), 'users.csv')
}

export function fetchUser(id: string): Promise<AdminUserView> {
  return call((init) => api.admin.users[':id'].$get(inPath(id), { init }))
}

export function fetchTimeline(id: string, after?: string): Promise<TimelinePage> {
  const query = after ? { after } : {}
  return call((init) => api.admin.users[':id'].timeline.$get({ ...inPath(id), query }, { init }))
}

/** The grants of one account, newest first. */
export async function fetchGrants(userId: string): Promise<AdminGrant[]> {
  const { grants } = await call((init) => api.admin.grants.$get({ query: { userId } }, { init }))
  return grants
}

export async function grantAccess(userId: string, grant: Grant): Promise<void> {
  const json = { ...grant, userId }
  await call((init) => api.admin.grants.$post({ json }, { init }))
}

/** Revokes every grant of an account. */
export async function revokeAccess(userId: string): Promise<void> {
  const json = { userId, featureType: null }
  await call((init) => api.admin.grants.revoke.$post({ json }, { init }))
}

export function grantSeveral(userIds: string[], grant: Grant): Promise<BulkResult> {
  const json = { ...grant, userIds }
  return call((init) => api.admin.grants.bulk.$post({ json }, { init }))
}

export function revokeSeveral(userIds: string[]): Promise<BulkResult> {
  const json = { userIds, featureType: null }
  return call((init) => api.admin.grants['bulk-revoke'].$post({ json }, { init }))
}

/** Requires a fresh confirmation of who is asking. */
export function banUser(id: string, reason: string): Promise<BanOutcome> {
  const json = { reason }
  return call((init) => api.admin.users[':id'].ban.$post({ ...inPath(id), json }, { init }))
}

export async function unbanUser(id: string): Promise<void> {
  await call((init) => api.admin.users[':id'].unban.$post(inPath(id), { init }))
}

/** Removes passkeys and codes from an account. */
export function resetSecondFactor(id: string): Promise<FactorResetOutcome> {
  return call((init) => api.admin.users[':id']['second-factor'].$delete(inPath(id), { init }))
}

export async function deleteUser(id: string): Promise<void> {
  await call((init) => api.admin.users[':id'].$delete(inPath(id), { init }))
}

/** @returns the id of the code's account. */
export async function openSupport(code: string): Promise<string> {
  const { user_id } = await call((init) => api.admin.support.$post({ json: { code } }, { init }))
  return user_id
}

/** The view that an account's open support code gives; null without one. */
export async function fetchSupport(id: string): Promise<SupportView | null> {
  const { view } = await call((init) => api.admin.users[':id'].support.$get(inPath(id), { init }))
  return view
}

export async function endSupport(id: string): Promise<void> {
  await call((init) => api.admin.users[':id'].support.$delete(inPath(id), { init }))
}

export function fetchAudit(filters: AuditFilters, after?: string): Promise<AuditPage> {
  const query = { ...filters, ...(after ? { after } : {}) }
  return call((init) => api.admin.audit.$get({ query }, { init }), { timeoutMs: LIST_TIMEOUT_MS })
}

/** Opens a team, with the account as its owner. */
export async function openTeam(json: OpenedTeam): Promise<void> {
  await call((init) => api.admin.teams.$post({ json }, { init }))
}

/** Sets how many seats a team without a plan has. */
export async function setTeamSeats(id: string, seats: number): Promise<void> {
  await call((init) =>
    api.admin.teams[':id'].seats.$put({ ...inPath(id), json: { seats } }, { init }),
  )
}

/** Saves the matching audit rows as a file. Requires a fresh confirmation of who is asking. */
export function downloadAudit(filters: AuditFilters, format: 'csv' | 'ndjson'): Promise<void> {
  return download(withQuery('/api/admin/audit/file', { ...filters, format }), `audit.${format}`)
}

/** Fetched, not followed as a link, which could not ask for the confirmation. */
async function download(address: string, fileName: string): Promise<void> {
  const content = await request(
    (init) => fetch(address, init),
    (answer) => answer.blob(),
    { timeoutMs: FILE_TIMEOUT_MS },
  )
  saveFile(content, fileName)
}

function withQuery(path: string, values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}
