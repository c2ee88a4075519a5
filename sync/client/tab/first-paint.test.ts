import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceKey } from '#sync/client/disk/device-key.ts'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { forgetDatabases, openDB } from '#tests/support/memory-idb.ts'
import { type PrivateFiles, stubPrivateFiles } from '#tests/support/private-files.ts'
import { openFirstPaintCache } from './first-paint.ts'

const browser = vi.hoisted(() => ({ refusesStorage: false }))
vi.mock('idb', async () => {
  const memory = await import('#tests/support/memory-idb.ts')
  const openDB: typeof memory.openDB = (...args) => {
    if (browser.refusesStorage) throw new DOMException('Storage is blocked.', 'SecurityError')
    return memory.openDB(...args)
  }
  return { ...memory, openDB }
})

let privateFiles: PrivateFiles
beforeEach(() => {
  privateFiles = stubPrivateFiles()
})
afterEach(() => {
  vi.useRealTimers()
  browser.refusesStorage = false
  forgetDatabases()
  vi.unstubAllGlobals()
})

const TIME = '2026-11-20T12:00:00.000Z'
const ROW = { id: 'a', created_at: new Date(TIME), search_params: { query: 'x', seen_at: TIME } }

it('hands out the rows that it was given, times and all', async () => {
  await (await openFirstPaintCache('ada')).store('searches.all', { args: '{}', rows: [ROW] })
  const cache = await openFirstPaintCache('ada')
  expect(await cache.read('searches.all')).toEqual({ args: '{}', rows: [ROW] })
  expect(await cache.read('lists.all')).toBeNull()
})

it('hands out nothing once its key is gone, nor in the place of another query', async () => {
  const cache = await openFirstPaintCache('ada')
  await cache.store('searches.all', { args: '{}', rows: [ROW] })
  const kept = await openDB(`${deviceName('ada')}.screen`, 1, { upgrade: () => undefined })
  await kept.put('answers', await kept.get('answers', 'searches.all'), 'lists.all')
  expect(await cache.read('lists.all')).toBeNull()
  privateFiles.files.clear()
  expect(await (await openFirstPaintCache('ada')).read('searches.all')).toBeNull()
})

it('rejects once where the browser refuses storage, and leaves no other rejection unhandled', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  browser.refusesStorage = true
  await expect(openFirstPaintCache('ada')).rejects.toThrow('Storage is blocked.')
  // Its turn comes after that of the key before.
  await expect(deviceKey('ada')).rejects.toThrow('Storage is blocked.')
  await setImmediate()
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

it('has nothing to hand out once it was closed: the device may be wiped under a screen', async () => {
  const cache = await openFirstPaintCache('ada')
  await cache.store('searches.all', { args: '{}', rows: [ROW] })
  cache.close()
  expect(await cache.read('searches.all')).toBeNull()
})

const DAY_MS = 24 * 60 * 60 * 1000

it('lets rows go, and no work, a day after the last contact', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const cache = await openFirstPaintCache('ada')
  await cache.recordContact()
  await cache.store('lists.all', { args: '{}', rows: [ROW] })
  await cache.store('work.email', { args: '', rows: [ROW] })
  // Shown again with no network: no newer for that.
  vi.setSystemTime(0.6 * DAY_MS)
  await cache.store('lists.all', { args: '{}', rows: [ROW] })
  vi.setSystemTime(DAY_MS)
  await cache.expire(['lists.all'])
  expect(await cache.read('lists.all')).not.toBeNull()

  vi.setSystemTime(1.1 * DAY_MS)
  const later = await openFirstPaintCache('ada')
  await later.expire(['lists.all'])
  vi.setSystemTime(0)
  expect(await later.read('lists.all')).toBeNull()
  expect(await later.read('work.email')).not.toBeNull()
})

it('keeps rows for as long again after a contact', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const cache = await openFirstPaintCache('ada')
  await cache.recordContact()
  await cache.store('lists.all', { args: '{}', rows: [ROW] })
  vi.setSystemTime(0.9 * DAY_MS)
  await cache.recordContact()
  vi.setSystemTime(1.9 * DAY_MS)
  await cache.expire(['lists.all'])
  expect(await cache.read('lists.all')).not.toBeNull()
})

it('lets all answers go, and of unfinished work what is of a team', async () => {
  const cache = await openFirstPaintCache('ada')
  const [own, ofTeam] = [{ jobTitle: 'Night nurse' }, { email: 'The desk’s letter' }]
  await cache.recordContact()
  await cache.store('lists.all', { args: '{}', rows: [ROW] })
  await cache.store('work.email', { args: '', rows: [own, ofTeam], team: 'desk' })
  await cache.forgetWorkOf('another desk')
  expect((await cache.read('work.email'))?.rows).toEqual([own, ofTeam])
  await cache.forgetAnswers()
  await cache.forgetWorkOf('desk')
  expect(await cache.read('lists.all')).toBeNull()
  expect(await cache.read('work.email')).toEqual({ args: '', rows: [own] })
})
