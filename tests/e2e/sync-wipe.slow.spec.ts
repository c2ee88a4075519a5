import { expect, type Page } from 'playwright/test'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { findInProfile } from '#tests/support/profile-scan.ts'
import { signInAs } from './accounts.ts'
import {
  FIRST_START_MS,
  halt,
  makeList,
  openLists,
  pushToServer,
  syncStatus,
  deviceTest as test,
  untilReadyOffline,
  userIdOf,
} from './devices.ts'
import { deviceKeyOf, firstPaintOf, sealedIn, textOf } from './sealed.ts'

test.describe.configure({ timeout: 4 * FIRST_START_MS })

const RUN = `marker-${crypto.randomUUID()}`
const markers = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${RUN}-${kind}-${index}-end`)

const NAMES = markers('name', 30)
const DESCRIPTIONS = markers('description', 30)
const NOTES = markers('note', 15)
const SEARCHES = markers('search', 10)
const LETTERS = markers('letter', 10)
const PENDING = markers('pending', 5)
/** A person of the directory, and the revealed contacts. */
const ZENOBIA = '00000000-0000-4000-8000-000000000001'
const EMAIL = 'zenobia@example.com'

const ALL = [...NAMES, ...DESCRIPTIONS, ...NOTES, ...SEARCHES, ...LETTERS, ...PENDING]

test('signing out leaves nothing of the work on the disk, and asks first when some would be lost', async ({
  newDevice,
}) => {
  expect(ALL).toHaveLength(100)
  const device = await newDevice()
  const page = await device.tab('/')
  await signInAs(page, 'admin')
  await plant(page)
  await page.goto(`/physician/${ZENOBIA}`)
  await page.getByRole('button', { name: /^View Email/ }).click()
  await expect(page.getByText(EMAIL)).toBeVisible()
  await expect.poll(async () => (await sealedIn(page)).map(({ place }) => place)).toContain(ZENOBIA)
  await openLists(page)
  await untilReadyOffline(page)
  await page.context().setOffline(true)
  for (const name of PENDING) await makeList(page, name)
  await expect(syncStatus(page)).toHaveText('Offline, 5 waiting')
  // The first paint holds the newest lists, and is stored after a moment.
  await expect
    .poll(async () => {
      const kept = await firstPaintOf(page, 'lists.all')
      return [...NAMES, ...DESCRIPTIONS, ...PENDING].filter((text) => !kept?.includes(text))
    })
    .toEqual([])
  const [userId, key] = [await userIdOf(page), await deviceKeyOf(page)]
  const sealed = await sealedIn(page)
  await device.close()
  // All of it can be found, or finding none later would prove nothing.
  const there = [...ALL, key, ...sealed.map(({ bytes }) => bytes)]
  const before = await findInProfile(device.profile, there)
  expect(there.filter((wanted) => !before.has(wanted))).toEqual([])
  expect(await findInProfile(device.profile, [EMAIL])).toEqual(new Map())
  // Encrypted values may stay for a while: only that key decrypts them.
  const opened = await Promise.all(sealed.map((each) => textOf(each, key)))
  expect(PENDING.filter((name) => !opened.some((text) => text.includes(name)))).toEqual([])
  expect(opened).toContainEqual(expect.stringContaining(EMAIL))

  await (await device.open()).setOffline(true)
  const [again, other] = [await device.tab('/lists'), await device.tab('/lists')]
  for (const tab of [again, other]) {
    await expect(syncStatus(tab)).toHaveText('Offline, 5 waiting', { timeout: FIRST_START_MS })
  }
  const signOut = async () => {
    await again.getByRole('button', { name: 'Account' }).click()
    await again.getByRole('menuitem', { name: 'Sign Out' }).click()
  }
  await signOut()
  const warning = again.getByRole('alertdialog')
  await expect(warning).toContainText('5 changes made on this device have not reached the server')
  await warning.getByRole('button', { name: 'Keep working' }).click()
  await expect(again).toHaveURL(/\/lists$/)
  await signOut()
  await warning.getByRole('button', { name: 'Sign out and lose 5 changes' }).click()
  await expect(again).toHaveURL(/\/$/)
  // The other tab knows it too, and reopens nothing.
  await expect(other).toHaveURL(/\/login$/)
  await other.goto('/lists')
  await expect(other).toHaveURL(/\/login$/)
  await expect.poll(() => placesOf(again, userId)).toEqual([])

  // The sign-out is the first request, and nothing is requested for the former user.
  const calls: string[] = []
  again.context().on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  await again.context().setOffline(false)
  await other.goto('/search')
  for (const tab of [again, other]) {
    await expect(tab.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  }
  await expect.poll(() => calls).toContain('/api/me')
  const asked = calls.findIndex((path) => path !== '/api/auth/sign-out')
  expect(calls.slice(0, asked)).not.toEqual([])
  expect(calls.filter((path) => /shapes|mutations|queries/.test(path))).toEqual([])
  expect(await placesOf(again, userId)).toEqual([])

  await device.close()
  await device.open()
  await device.close()
  const after = await findInProfile(device.profile, [...ALL, key])
  expect([...after]).toEqual([])
  expect(await findInProfile(device.profile, [EMAIL])).toEqual(new Map())
})

test('a tab that hangs lets go of rows and key, and what it still holds is wiped at the next visit', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const hanging = await device.tab('/')
  await signInAs(hanging, 'admin')
  await openLists(hanging)
  const userId = await userIdOf(hanging)
  const page = await device.tab('/about')
  expect(await placesOf(page, userId)).toContain(deviceName(userId))
  await halt(hanging)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByText('Some data is still on this device')).toBeVisible()
  const left = await placesOf(page, userId)
  expect(left).not.toEqual([])
  expect(left).not.toContain(deviceName(userId))

  await device.close()
  const again = await device.tab('/about')
  await expect.poll(() => placesOf(again, userId)).toEqual([])
})

test('the search of a profile finds what Chromium compresses and encodes', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const page = await device.tab('/about')
  const texts = markers('control', 4)
  await page.evaluate(async ([long, wide, local, session]) => {
    // Too long to be stored uncompressed; the second in letters of two bytes each.
    const values = [`${'lorem ipsum '.repeat(10_000)}${long}`, `${'é€'.repeat(10_000)}${wide}`]
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open('control', 1)
      request.onupgradeneeded = () => request.result.createObjectStore('values')
      request.onerror = () => reject(request.error)
      request.onsuccess = () => {
        const transaction = request.result.transaction('values', 'readwrite')
        values.forEach((value, index) => {
          transaction.objectStore('values').put({ value }, index)
        })
        transaction.oncomplete = () => resolve()
      }
    })
    localStorage.setItem('control', `${local}`)
    sessionStorage.setItem('control', `${session}`)
  }, texts)
  await device.close()
  const found = await findInProfile(device.profile, texts)
  expect(texts.filter((text) => !found.has(text))).toEqual([])
})

/** The folders and databases in which a browser stores a user's data. */
function placesOf(page: Page, userId: string): Promise<string[]> {
  return page.evaluate(async (userId) => {
    const root = await navigator.storage.getDirectory()
    const databases = await indexedDB.databases()
    const names = [...(await Array.fromAsync(root.keys())), ...databases.map(({ name }) => name)]
    return names.flatMap((name) => (name?.includes(userId) ? [name] : []))
  }, userId)
}

/** Writes the texts to the account, in every kind of row that takes one. */
async function plant(page: Page): Promise<void> {
  const search = await page.request.post('/api/search', { data: { filters: {}, limit: 25 } })
  const { data } = (await search.json()) as { data: { id: string }[] }
  const id = () => crypto.randomUUID()
  await pushToServer(page, [
    ...NAMES.map(
      (name, index) =>
        ['lists.create', { id: id(), name, description: DESCRIPTIONS[index] }] as const,
    ),
    ...NOTES.map(
      (note, index) =>
        ['candidates.note', { candidate_id: data[index]?.id, note, previous: null }] as const,
    ),
    ...SEARCHES.map(
      (query, index) =>
        [
          'searches.create',
          { id: id(), name: `Search ${index}`, search_params: { query } },
        ] as const,
    ),
    ...LETTERS.map(
      (body, index) =>
        [
          'templates.create',
          { id: id(), name: `Letter ${index}`, subject: 'About', body, ...LETTER_KIND },
        ] as const,
    ),
  ])
}

const LETTER_KIND = { tone: 'friendly', length: 'short', position_type: 'full-time' }
