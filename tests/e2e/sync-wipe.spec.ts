import { expect, type Page } from 'playwright/test'
import { CONTRACT_VERSION } from '../../sync/contract/wire.ts'
import { findInProfile } from '../support/profile-scan.ts'
import { signInAs } from './accounts.ts'
import {
  deviceKeyOf,
  FIRST_START_MS,
  firstScreenOf,
  makeList,
  openLists,
  syncStatus,
  deviceTest as test,
  userIdOf,
} from './devices.ts'

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
const ALL = [...NAMES, ...DESCRIPTIONS, ...NOTES, ...SEARCHES, ...LETTERS, ...PENDING]

test('signing out leaves nothing of the work on the disk, and asks first when some would be lost', async ({
  newDevice,
}) => {
  expect(ALL).toHaveLength(100)
  const device = await newDevice()
  const page = await device.tab('/')
  await signInAs(page, 'admin')
  await plant(page)
  await openLists(page)
  await page.context().setOffline(true)
  for (const name of PENDING) await makeList(page, name)
  await expect(syncStatus(page)).toHaveText('Offline, 5 waiting')
  // The first screen shows the newest lists, and is written down after a moment.
  await expect
    .poll(async () => {
      const kept = await firstScreenOf(page, 'lists.all')
      return [...NAMES, ...DESCRIPTIONS, ...PENDING].filter((text) => !kept?.includes(text))
    })
    .toEqual([])
  const key = await deviceKeyOf(page)
  await device.close()
  // All is there to be found, or finding none later would say nothing.
  const before = await findInProfile(device.profile, [...ALL, key])
  expect([...ALL, key].filter((wanted) => !before.has(wanted))).toEqual([])

  await (await device.open()).setOffline(true)
  const again = await device.tab('/lists')
  await expect(syncStatus(again)).toHaveText('Offline, 5 waiting', { timeout: FIRST_START_MS })
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
  await expect
    .poll(() => again.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContainEqual(expect.stringMatching(/outbox|screen/))

  // The server is told of it before anything else.
  const told = again.waitForRequest('**/api/auth/sign-out')
  await again.context().setOffline(false)
  await again.goto('/search')
  await told
  await expect(again.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()

  await device.close()
  await device.open()
  await device.close()
  const after = await findInProfile(device.profile, [...ALL, key])
  expect([...after]).toEqual([])
})

test('the search of a profile finds what Chromium compresses and encodes', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const page = await device.tab('/about')
  const texts = markers('control', 4)
  await page.evaluate(async ([long, wide, local, session]) => {
    // Too long to be stored as it is; of letters that take two bytes each.
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

/** Has the account hold the texts, in every kind of row that takes one. */
async function plant(page: Page): Promise<void> {
  const search = await page.request.post('/api/search', { data: { filters: {}, limit: 25 } })
  const { data } = (await search.json()) as { data: { id: string }[] }
  const id = () => crypto.randomUUID()
  const mutations = [
    ...NAMES.map((name, index) => [
      'lists.create',
      { id: id(), name, description: DESCRIPTIONS[index] },
    ]),
    ...NOTES.map((note, index) => [
      'candidates.note',
      { candidate_id: data[index]?.id, note, previous: null },
    ]),
    ...SEARCHES.map((query, index) => [
      'searches.create',
      { id: id(), name: `Search ${index}`, search_params: { query } },
    ]),
    ...LETTERS.map((body, index) => [
      'templates.create',
      { id: id(), name: `Letter ${index}`, subject: 'About', body, ...LETTER_KIND },
    ]),
  ]
  const answer = await page.request.post('/api/mutations', {
    data: {
      version: CONTRACT_VERSION,
      user_id: await userIdOf(page),
      mutations: mutations.map(([name, args]) => ({
        id: id(),
        name,
        args,
        created_at: new Date().toISOString(),
      })),
    },
  })
  const { results } = (await answer.json()) as { results: { status: string }[] }
  expect(results.filter(({ status }) => status !== 'applied')).toEqual([])
}

const LETTER_KIND = { tone: 'friendly', length: 'short', position_type: 'full-time' }
