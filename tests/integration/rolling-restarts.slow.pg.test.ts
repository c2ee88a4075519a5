import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fleet, openFleet } from '#tests/support/fleet.ts'
import { restartInTurn } from '#tests/support/rolling-restarts.ts'

let folder: string
let fleet: Fleet
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clinidex-fleet-'))
  await chmod(folder, 0o755)
  fleet = await openFleet({ folder, processes: 2, people: 200, env: { DRAIN_SECONDS: '3' } })
}, 600_000)
afterAll(async () => {
  await fleet?.close()
  await rm(folder, { recursive: true, force: true })
})

it('two processes behind a balancer are restarted in turn, and no request fails', async () => {
  const result = await restartInTurn(fleet, 4)
  expect(result).toMatchObject({
    failed: [],
    // A process that closed its port before the balancer saw it would have left some to be sent again.
    repeated: 0,
    lostOrDoubled: 0,
    notOnDevice: 0,
  })
  expect(result.requests).toBeGreaterThan(100)
  expect(result.edits).toBeGreaterThan(10)
  // Each stop ends those that are held there.
  expect(result.heldEnded).toBeGreaterThan(0)
  // Within 10 s, plus the delays of a busy machine.
  expect(result.stopMaxMs).toBeLessThan(20_000)
}, 900_000)
