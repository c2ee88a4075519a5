import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type BrowserContextOptions, expect, type Page, test } from 'playwright/test'
import { isReplicaFile } from '#web/service-worker/replica-cache.ts'
import { SUBSCRIBER_STATE, VISITOR } from './accounts.ts'
import { FIRST_START_MS, syncStatus } from './devices.ts'
import { forward } from './front-door.ts'
import { gate } from './time.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 3 * FIRST_START_MS })

const NEWER = '/assets/pglite-newer.data'

test('the files of the rows come for who signs in, and a newer build takes over once it has its own', async ({
  browser,
  baseURL,
}) => {
  const door = await openDoor(baseURL ?? '')
  const context = await browser.newContext({ baseURL: door.url, storageState: VISITOR })
  try {
    const page = await context.newPage()
    await page.goto('/about')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    expect(door.asked).toEqual([])
    expect(await keptFiles(page)).toEqual([])

    const kept = JSON.parse(await readFile(SUBSCRIBER_STATE, 'utf8')) as State
    await context.addCookies(kept.cookies)
    const files = door.hold()
    await page.goto('/lists')
    await expect.poll(() => door.asked).toEqual(expect.arrayContaining(door.files))
    await syncStatus(page).getByRole('button').click()
    const panel = page.getByRole('dialog', { name: 'Sync' })
    await expect(panel).toContainText('still getting ready to work offline')
    files.open()
    await expect(panel).toContainText('ready offline', { timeout: FIRST_START_MS })
    expect(await keptFiles(page)).toEqual(door.files)

    const newerFiles = door.hold()
    door.putNewerBuild()
    // A check begun before the newer build was there would answer for this one: repeat it. None is waited
    // for: a second one ends when what the first found is installed, which the held file forbids.
    const askedForNewer = async () => {
      await lookForUpdate(page)
      return door.asked
    }
    await expect.poll(askedForNewer).toContain(NEWER)
    const offer = page.getByText('A new version is ready')
    await expect(offer).toBeHidden()
    expect(await keptFiles(page)).toEqual(expect.arrayContaining(door.files))
    newerFiles.open()
    await expect(offer).toBeVisible({ timeout: FIRST_START_MS })
    // Until it takes over, the present build's files stay too.
    expect(await keptFiles(page)).toEqual(expect.arrayContaining([...door.files, NEWER]))
    await page.keyboard.press('Escape')
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Reload' }).click()
    await reloaded
    await expect.poll(() => keptFiles(page)).not.toContain(door.data)
    expect(await keptFiles(page)).toHaveLength(door.files.length)
    expect(await keptFiles(page)).toContain(NEWER)
  } finally {
    await context.close()
    await door.close()
  }
})

test('a press on Reload reloads soon, though the present service worker waits for an answer', async ({
  browser,
  baseURL,
}) => {
  const door = await openDoor(baseURL ?? '')
  const context = await browser.newContext({ baseURL: door.url, storageState: SUBSCRIBER_STATE })
  try {
    const page = await context.newPage()
    await page.goto('/lists')
    await expect.poll(() => keptFiles(page), { timeout: FIRST_START_MS }).toEqual(door.files)
    // A page that no service worker controls holds up no newer one.
    await page.reload()
    door.putNewerBuild()
    const offer = page.getByText('A new version is ready')
    const isOffered = async () => {
      await lookForUpdate(page)
      return offer.isVisible()
    }
    await expect.poll(isOffered, { timeout: FIRST_START_MS }).toBe(true)
    door.hold()
    const before = door.asked.length
    await page.evaluate(async (file) => {
      for (const name of await caches.keys()) await (await caches.open(name)).delete(file)
      void fetch(file, { cache: 'reload' })
    }, door.data)
    await expect.poll(() => door.asked.slice(before)).toContain(door.data)
    // The browser alone would hold up the newer build for five minutes.
    const reloaded = page.waitForEvent('load', { timeout: 60_000 })
    await page.getByRole('button', { name: 'Reload' }).click()
    await reloaded
    await expect.poll(() => keptFiles(page)).toContain(NEWER)
  } finally {
    await context.close()
    await door.close()
  }
})

test('what does not come at first is asked for again when the network is back', async ({
  browser,
  baseURL,
}) => {
  const door = await openDoor(baseURL ?? '')
  const context = await browser.newContext({ baseURL: door.url, storageState: VISITOR })
  try {
    const kept = JSON.parse(await readFile(SUBSCRIBER_STATE, 'utf8')) as State
    await context.addCookies(kept.cookies)
    const page = await context.newPage()
    const comeBack = () => page.evaluate(() => void dispatchEvent(new Event('online')))
    // Files of the service worker itself, and of its cache for signed-in users.
    door.breakOff('/shell', door.data)
    await page.goto('/about')
    await expect.poll(() => door.refused).toContain('/shell')
    door.repair('/shell')
    await comeBack()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.goto('/lists')
    await expect.poll(() => door.refused, { timeout: FIRST_START_MS }).toContain(door.data)
    await syncStatus(page).getByRole('button').click()
    const panel = page.getByRole('dialog', { name: 'Sync' })
    await expect(panel).toContainText('still getting ready to work offline')
    door.repair(door.data)
    await comeBack()
    await expect(panel).toContainText('ready offline', { timeout: FIRST_START_MS })
    expect(await keptFiles(page)).toEqual(door.files)
  } finally {
    await context.close()
    await door.close()
  }
})

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** The app, at an address that can serve a newer build: one file of the replica has another name. */
async function openDoor(app: string) {
  const script = await (await fetch(`${app}/service-worker.js`)).text()
  const files = [...script.matchAll(/"url":"([^"]+)"/g)]
    .flatMap(([, file = '']) => (isReplicaFile(file) ? [`/${file}`] : []))
    .sort()
  const data = files.find((file) => file.endsWith('.data')) ?? ''
  const newerScript = script.replace(data.slice(1), NEWER.slice(1))
  const asked: string[] = []
  let isNewer = false
  let held = Promise.resolve()
  const broken = new Set<string>()
  const refused: string[] = []

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? ''
    if (isNewer && path === '/service-worker.js') {
      outgoing.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' })
      outgoing.end(newerScript)
      return
    }
    if (broken.has(path)) {
      refused.push(path)
      outgoing.writeHead(503).end()
      return
    }
    if (path === NEWER || files.includes(path)) {
      asked.push(path)
      await held
    }
    if (path === NEWER) incoming.url = data
    forward(app, incoming, outgoing)
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    /** The files of the replica, and the renamed one of the newer build. */
    files,
    data,
    /** Requested files. */
    asked,
    /** Holds requests for such files until the gate is opened. */
    hold() {
      const { opened, open } = gate()
      held = opened
      return { open }
    },
    /** Refuses these paths until they are mended. */
    breakOff(...paths: string[]) {
      for (const path of paths) broken.add(path)
    },
    repair: (path: string) => broken.delete(path),
    refused,
    putNewerBuild() {
      isNewer = true
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    void registration?.update()
  })
}

/** The files of the replica in the service worker's cache, of every build. */
function keptFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('replica-'))
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return kept
      .flat()
      .map(({ url }) => new URL(url).pathname)
      .sort()
  })
}
