import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import type { Role } from '#sync/contract/permissions.ts'
import {
  CONTRACT_VERSION,
  type MutationResult,
  type PushResponse,
  type WireMutation,
} from '#sync/contract/wire.ts'
import { type Permission, push } from '#sync/server/executor.ts'
import type { TestApp } from './app.ts'

/** For rows that must be there, whoever may make them. */
export const EVERYTHING: Permission = { check() {}, async count() {} }

/** A mutation as a device puts it on the wire. */
export function wireMutation<N extends MutationName>(
  name: N,
  args: MutationArgs<N>,
  id: string = crypto.randomUUID(),
): WireMutation {
  return { id, name, args, created_at: new Date().toISOString() }
}

/** Pushes as the account of a role; answers the results in their order. */
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

/** Makes rows of an account, whatever its plan. */
export async function keepFor(app: TestApp, owner: string, ...mutations: WireMutation[]) {
  const { results } = await push(app.sql, owner, mutations, EVERYTHING)
  for (const result of results) if (result.status === 'rejected') throw new Error(result.message)
}
