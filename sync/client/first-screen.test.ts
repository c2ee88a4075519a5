import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetDatabases, openDB } from '../../tests/support/memory-idb.ts'
import { type PrivateFiles, stubPrivateFiles } from '../../tests/support/private-files.ts'
import { openFirstScreen } from './first-screen.ts'
import { deviceName } from './user-folder.ts'

vi.mock('idb', () => import('../../tests/support/memory-idb.ts'))

let privateFiles: PrivateFiles
beforeEach(() => {
  privateFiles = stubPrivateFiles()
})
afterEach(() => {
  forgetDatabases()
  vi.unstubAllGlobals()
})

const TIME = '2026-11-20T12:00:00.000Z'
const ROW = { id: 'a', created_at: new Date(TIME), search_params: { query: 'x', seen_at: TIME } }

it('hands out the rows that it was given, times and all', async () => {
  await (await openFirstScreen('ada')).keep('searches.all', { args: '{}', rows: [ROW] })
  const screen = await openFirstScreen('ada')
  expect(await screen.read('searches.all')).toEqual({ args: '{}', rows: [ROW] })
  expect(await screen.read('lists.all')).toBeNull()
})

it('hands out nothing once its key is gone, nor in the place of another query', async () => {
  const screen = await openFirstScreen('ada')
  await screen.keep('searches.all', { args: '{}', rows: [ROW] })
  const kept = await openDB(`${deviceName('ada')}.screen`, 1, { upgrade: () => undefined })
  await kept.put('answers', await kept.get('answers', 'searches.all'), 'lists.all')
  expect(await screen.read('lists.all')).toBeNull()
  privateFiles.files.clear()
  expect(await (await openFirstScreen('ada')).read('searches.all')).toBeNull()
})
