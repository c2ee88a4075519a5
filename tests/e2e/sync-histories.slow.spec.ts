import { historyOf } from '#tests/chaos/history.ts'
import { amount } from '#tests/support/amount.ts'
import { playInBrowser } from './browser-history.ts'
import { FIRST_START_MS } from './devices.ts'
import { worldTest as test, withDevices } from './own-world.ts'

/** Histories of faults to play, from seed 1 on; `npm run test:browser` plays any number. */
const HISTORIES = Number(process.env.BROWSER_HISTORIES ?? amount(1, 10))

test.describe.configure({ timeout: 2 * FIRST_START_MS })

for (let seed = 1; seed <= HISTORIES; seed++) {
  test(`after history ${seed} of faults every browser shows what the server holds`, async ({
    browser,
    world,
  }) => {
    await withDevices(browser, world, 3, (devices, userId) =>
      playInBrowser({ world, userId, devices }, historyOf(seed)),
    )
  })
}
