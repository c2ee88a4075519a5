import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright/test'
import { openDatabase } from '#db/open.ts'
import { openWorld, type World } from '#tests/chaos/world.ts'
import { type BrowserDevice, openBrowserDevice } from './browser-device.ts'
import { deviceTest } from './devices.ts'

/** Tests with a server of their own, which may be killed. */
export const worldTest = deviceTest.extend<object, { world: World }>({
  world: [
    async ({ browserName: _ }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'clinidex-faults-'))
      // Under root the database server runs as another user, who needs access.
      await chmod(dataDir, 0o755)
      const database = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir })
      const world = await openWorld(database.sql, database.url)
      await use(world)
      await world.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

/** Runs with this many devices of a new user, then closes them. */
export async function withDevices(
  browser: Browser,
  world: World,
  count: number,
  run: (devices: BrowserDevice[], userId: string) => Promise<void>,
): Promise<void> {
  const userId = await world.newUser()
  const devices = await Promise.all(
    Array.from({ length: count }, () => openBrowserDevice(browser, world, userId)),
  )
  try {
    await run(devices, userId)
  } finally {
    await Promise.all(devices.map((device) => device.close()))
  }
}
