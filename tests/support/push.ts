import type { MutationArgs, MutationName } from '../../sync/contract/mutations.ts'
import type { Role } from '../../sync/contract/permissions.ts'
import {
  CONTRACT_VERSION,
  type MutationResult,
  type PushResponse,
  type WireMutation,
} from '../../sync/contract/wire.ts'
import type { TestApp } from './app.ts'

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
