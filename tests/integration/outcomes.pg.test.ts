import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { OUTCOMES } from '#db/schema/activities.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import {
  cut,
  isIdle,
  newUser,
  openTestDevices,
  type TestDevices,
  type Wire,
} from '#tests/support/devices.ts'

vi.setConfig({ testTimeout: 240_000 })

const CALLS = 50

let app: TestApp
let devices: TestDevices
beforeAll(async () => {
  app = await testApp({ people: 120, hasShapes: true })
  devices = await openTestDevices(app)
}, 300_000)
afterAll(async () => {
  await devices.close()
  await app.close()
})
afterEach(() => devices.closeOpen())

/** A server that dies once it has committed: each third answer to a push is lost, and each fifth push. */
function dying(): Wire {
  let pushes = 0
  return async (ask, path) => {
    if (path !== '/api/mutations') return ask()
    pushes += 1
    if (pushes % 5 === 0) return cut(ask, path)
    const answer = await ask()
    if (pushes % 3 === 0) throw new TypeError('fetch failed')
    return answer
  }
}

it('of two devices with 50 calls each, ended in between, each outcome is kept once', async () => {
  const user = await newUser(app)
  const people = await app.sql<{ id: string }[]>`select id from candidates order by ordinal`
  /** Calls all people of a device's half; the device is ended three times after a call was begun. */
  async function work(place: 0 | 1): Promise<void> {
    let device = await devices.open(user, place, { wire: dying() })
    for (let call = 0; call < CALLS; call++) {
      const id = crypto.randomUUID()
      const candidate_id = people[2 * call + place]?.id ?? ''
      await device.mutate('activities.add', { id, candidate_id, kind: 'call' })
      if (call % 13 === 12) {
        await device.close()
        await device.outbox.close()
        device = await devices.open(user, place, { wire: dying() })
        // The call that waits for its outcome is the one begun last.
        const [open] = await device.query('people.calling', { by: user.id })
        expect(open?.id).toBe(id)
      }
      await device.mutate('activities.complete', {
        id,
        outcome: OUTCOMES.call[call % 3] ?? 'talked',
        words: `${place} ${call}`,
      })
      device.flush()
    }
    device.line.wire = (ask) => ask()
    device.flush()
    await isIdle(device)
  }
  await Promise.all([work(0), work(1)])
  const expected = [0, 1].flatMap((place) =>
    Array.from({ length: CALLS }, (_, call) => `${place} ${call}: ${OUTCOMES.call[call % 3]}`),
  )
  const rows = await app.sql<{ text: string }[]>`
    select words || ': ' || value as text from activities where owner_id = ${user.id}`
  expect(rows.map(({ text }) => text).sort()).toEqual(expected.sort())
})
