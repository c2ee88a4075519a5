import { historyOf } from '#tests/chaos/history.ts'
import { amount } from '#tests/support/amount.ts'
import { playInBrowser } from './browser-history.ts'
import { FIRST_START_MS } from './devices.ts'
import { worldTest as test, withDevices } from './own-world.ts'

/** Histories of faults to play, from seed 1 on; `npm run test:browser` plays any number. */
const HISTORIES = Number(process.env.BROWSER_HISTORIES ?? amount(2, 10))

/** Played one after the other by the same browsers: their first start takes longer than a history. */
const TOGETHER = 5

test.describe.configure({ timeout: 4 * FIRST_START_MS })

for (let first = 1; first <= HISTORIES; first += TOGETHER) {
  const last = Math.min(first + TOGETHER - 1, HISTORIES)
  test(`after each of histories ${first} to ${last} of faults every browser shows what the server holds`, async ({
    browser,
    world,
  }) => {
    await withDevices(browser, world, 3, async (devices, userId) => {
      for (let seed = first; seed <= last; seed++) {
        await test.step(`history ${seed}`, () =>
          playInBrowser({ world, userId, devices }, historyOf(seed, { isOfTeam: false })))
      }
    })
  })
}
