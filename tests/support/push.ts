import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import type { Role } from '#sync/contract/permissions.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import type { MutationResult, PushResponse, WireMutation } from '#sync/contract/wire.ts'
import { type Permission, push } from '#sync/server/executor.ts'
import type { TestApp } from './app.ts'

/** A permission for fixture rows, whatever the account's own. */
export const EVERYTHING: Permission = {
  check() {},
  async checkInTeam() {
    return 'owner'
  },
  async count() {},
}

/** A mutation in its wire form. */
export function wireMutation<N extends MutationName>(
  name: N,
  args: MutationArgs<N>,
  id: string = crypto.randomUUID(),
): WireMutation {
  return { id, name, args, created_at: new Date().toISOString() }
}

/** Pushes as a role's account. @returns the results in order. */
export async function pushAs(
  app: TestApp,
  role: Role,
  ...mutations: WireMutation[]
): Promise<MutationResult[]> {
  const json = { version: CONTRACT_VERSION, user_id: role, mutations }
  const response = await app.request('/api/mutations', { as: role, json })
  if (!response.ok) throw new Error(`push: ${response.status} ${await response.text()}`)
  return ((await response.json()) as PushResponse).results
}

/** Creates fixture rows for an account, whatever its plan. */
export async function keepFor(app: TestApp, owner: string, ...mutations: WireMutation[]) {
  const { results } = await push(app.sql, owner, mutations, EVERYTHING)
  for (const result of results) if (result.status === 'rejected') throw new Error(result.message)
}
