import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { forgetDatabases, openDB } from '#tests/support/memory-idb.ts'
import { type PrivateFiles, stubPrivateFiles } from '#tests/support/private-files.ts'
import { openFirstScreen } from './first-paint.ts'

vi.mock('idb', () => import('#tests/support/memory-idb.ts'))

let privateFiles: PrivateFiles
beforeEach(() => {
  privateFiles = stubPrivateFiles()
})
afterEach(() => {
  vi.useRealTimers()
  forgetDatabases()
  vi.unstubAllGlobals()
})

const TIME = '2026-11-20T12:00:00.000Z'
const ROW = { id: 'a', created_at: new Date(TIME), search_params: { query: 'x', seen_at: TIME } }

it('hands out the rows that it was given, times and all', async () => {
  await (await openFirstScreen('ada')).store('searches.all', { args: '{}', rows: [ROW] })
  const screen = await openFirstScreen('ada')
  expect(await screen.read('searches.all')).toEqual({ args: '{}', rows: [ROW] })
  expect(await screen.read('lists.all')).toBeNull()
})

it('hands out nothing once its key is gone, nor in the place of another query', async () => {
  const screen = await openFirstScreen('ada')
  await screen.store('searches.all', { args: '{}', rows: [ROW] })
  const kept = await openDB(`${deviceName('ada')}.screen`, 1, { upgrade: () => undefined })
  await kept.put('answers', await kept.get('answers', 'searches.all'), 'lists.all')
  expect(await screen.read('lists.all')).toBeNull()
  privateFiles.files.clear()
  expect(await (await openFirstScreen('ada')).read('searches.all')).toBeNull()
})

const DAY_MS = 24 * 60 * 60 * 1000

it('lets rows go, and no work, that the server was not heard about for a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const screen = await openFirstScreen('ada')
  await screen.recordContact()
  await screen.store('lists.all', { args: '{}', rows: [ROW] })
  await screen.store('work.email', { args: '', rows: [ROW] })
  // Shown again with no network: no newer for that.
  vi.setSystemTime(0.6 * DAY_MS)
  await screen.store('lists.all', { args: '{}', rows: [ROW] })
  vi.setSystemTime(DAY_MS)
  await screen.expire(['lists.all'])
  expect(await screen.read('lists.all')).not.toBeNull()

  vi.setSystemTime(1.1 * DAY_MS)
  const later = await openFirstScreen('ada')
  await later.expire(['lists.all'])
  vi.setSystemTime(0)
  expect(await later.read('lists.all')).toBeNull()
  expect(await later.read('work.email')).not.toBeNull()
})

it('keeps rows for as long again when the server is heard', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const screen = await openFirstScreen('ada')
  await screen.recordContact()
  await screen.store('lists.all', { args: '{}', rows: [ROW] })
  vi.setSystemTime(0.9 * DAY_MS)
  await screen.recordContact()
  vi.setSystemTime(1.9 * DAY_MS)
  await screen.expire(['lists.all'])
  expect(await screen.read('lists.all')).not.toBeNull()
})

it('lets all answers go, and of unfinished work what is of a team', async () => {
  const screen = await openFirstScreen('ada')
  const [own, ofTeam] = [{ jobTitle: 'Night nurse' }, { email: 'The desk’s letter' }]
  await screen.recordContact()
  await screen.store('lists.all', { args: '{}', rows: [ROW] })
  await screen.store('work.email', { args: '', rows: [own, ofTeam], team: 'desk' })
  await screen.forgetWorkOf('another desk')
  expect((await screen.read('work.email'))?.rows).toEqual([own, ofTeam])
  await screen.forgetAnswers()
  await screen.forgetWorkOf('desk')
  expect(await screen.read('lists.all')).toBeNull()
  expect(await screen.read('work.email')).toEqual({ args: '', rows: [own] })
})
