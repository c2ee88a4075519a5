import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openJournal, readJournal } from './removal-journal.ts'

let folder: string
let path: string
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 1), toFake: ['Date'] })
  folder = await mkdtemp(join(tmpdir(), 'clinidex-journal-'))
  path = join(folder, 'of its own', 'removals.journal')
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

const ENTRY = { at: '2026-03-02T00:00:00.000Z', people: [], hashes: [] }

it('says when it was begun, which opening it again does not change', async () => {
  await openJournal(path)
  vi.setSystemTime(Date.UTC(2026, 3, 1))
  await openJournal(path)
  await appendFile(path, `\n${JSON.stringify(ENTRY)}\n`)
  expect(await readJournal(path)).toEqual({
    begunAt: '2026-03-01T00:00:00.000Z',
    entries: [ENTRY],
    unreadable: 0,
  })
  expect((await readFile(path, 'utf8')).match(/begunAt/g)).toHaveLength(1)
})

it('that does not say when it was begun is read', async () => {
  path = join(folder, 'removals.journal')
  await writeFile(path, `\n${JSON.stringify(ENTRY)}\n\n{"at":"2026\n`)
  await openJournal(path)
  expect(await readJournal(path)).toEqual({
    begunAt: undefined,
    entries: [ENTRY],
    unreadable: 1,
  })
})

it('that is not there is none', async () => {
  await expect(readJournal(path)).rejects.toThrow(`The journal of removals ${path} cannot be read.`)
})
