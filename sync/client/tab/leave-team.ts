import { deviceName } from '#sync/client/disk/device-name.ts'
import { indexedDbVaultStore } from '#sync/client/disk/indexed-db-vault-store.ts'
import type { LeftTeam } from '#sync/client/tables/leaving.ts'
import type { DeviceMessage } from './device-calls.ts'
import { openFirstPaintCache } from './first-paint.ts'

/**
 * Deletes what this device keeps of a team outside of its database: contacts, the answers of the first
 * paint, unfinished work that began with a template of the team. Tells all tabs first, which may hold
 * the same in memory and would write it again.
 */
export async function leaveTeam(userId: string, team: LeftTeam): Promise<void> {
  const channel = new BroadcastChannel(deviceName(userId))
  channel.postMessage({ kind: 'left', team } satisfies DeviceMessage)
  channel.close()
  const vault = indexedDbVaultStore()
  for (const personId of team.people) await vault.remove(personId)
  const cache = await openFirstPaintCache(userId)
  try {
    await cache.forgetWorkOf(team.id)
    await cache.forgetAnswers()
  } finally {
    cache.close()
  }
}

/**
 * Deletes answers of the first paint that a tab stored while the team's rows were being removed.
 */
export async function forgetAnswers(userId: string): Promise<void> {
  const cache = await openFirstPaintCache(userId)
  await cache.forgetAnswers().finally(cache.close)
}
