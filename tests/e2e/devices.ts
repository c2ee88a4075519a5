import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page, test } from 'playwright/test'

/** A browser with a profile on the disk: it can be closed, and opened again where it was. */
export interface Device {
  profile: string
  /** Starts the browser on the profile. */
  open(): Promise<BrowserContext>
  close(): Promise<void>
  /** A new tab at an address of the app. */
  tab(path: string): Promise<Page>
}

/** The first time, the local database is made: many seconds on a busy machine. */
export const FIRST_START_MS = 120_000

/** Hands out devices, and takes them away after the test. */
export const deviceTest = test.extend<{ newDevice: () => Promise<Device> }>({
  // A profile has its own: what the other tests start from would replace it at each opening.
  storageState: ({ baseURL: _ }, use) => use(undefined),
  newDevice: async ({ baseURL, launchOptions }, use) => {
    const devices: Device[] = []
    await use(async () => {
      const profile = await mkdtemp(join(tmpdir(), 'clinidex-profile-'))
      let context: BrowserContext | undefined
      const device: Device = {
        profile,
        async open() {
          const options = { ...launchOptions, baseURL, viewport: { width: 1440, height: 900 } }
          context = await chromium.launchPersistentContext(profile, options)
          return context
        },
        async close() {
          await context?.close()
          context = undefined
        },
        async tab(path) {
          const page = await (context ?? (await device.open())).newPage()
          await page.goto(path)
          return page
        },
      }
      devices.push(device)
      return device
    })
    for (const { close, profile } of devices) {
      await close()
      await rm(profile, { recursive: true, force: true })
    }
  },
})

/** Opens My Lists and waits until the device's own database answers, not the server for it. */
export async function openLists(page: Page): Promise<void> {
  const live = page.waitForRequest('**/api/shapes/live', { timeout: FIRST_START_MS })
  await page.goto('/lists')
  await live
  await expectSynced(page)
}

export const syncStatus = (page: Page) => page.getByRole('banner').getByRole('status')

export async function expectSynced(page: Page): Promise<void> {
  await expect(syncStatus(page)).toHaveText('Synced', { timeout: FIRST_START_MS })
}

export const listLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** Makes a list through the screen; resolves when it is on screen. */
export async function makeList(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create list' }).click()
  await expect(listLink(page, name)).toBeVisible()
}

export const uniqueName = (start: string) => `${start} ${crypto.randomUUID().slice(0, 8)}`
