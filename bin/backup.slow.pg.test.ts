import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { run } from './backup.ts'

let source: TestDatabase
let dir: string
beforeEach(async () => {
  source = await testDatabase()
  dir = await mkdtemp(join(tmpdir(), 'clinidex-backup-'))
  vi.stubEnv('DATA_DIR', dir)
  vi.stubEnv('DATABASE_URL', source.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
  await source.close()
  await rm(dir, { recursive: true })
})

/**
 * Runs the command.
 * @returns its output
 */
async function backUp(argv: string[]): Promise<string[]> {
  const said: string[] = []
  for (const stream of ['log', 'error'] as const) {
    vi.spyOn(console, stream).mockImplementation((line) => void said.push(line))
  }
  await run(argv)
  return said
}

it('removes the oldest backups where it is told how many to keep, and what a kill left always', async () => {
  const [first, second] = ['2026-03-01T03-15-00', '2026-03-02T03-15-00']
  await mkdir(join(dir, 'backups/2026-02-28T03-15-00.part'), { recursive: true })
  for (const name of [first, second]) await backUp([join(dir, 'backups', name)])
  expect(await readdir(join(dir, 'backups'))).toEqual([first, second])
  expect((await backUp(['--keep', '2'])).at(-1)).toBe(`Removed: ${first}.`)
  const left = await readdir(join(dir, 'backups'))
  expect(left.length).toBe(2)
  expect(left).toContain(second)
})

it.each(['0', '-1', '1.5', 'all', ''])('refuses to keep "%s" backups', async (count) => {
  expect(await backUp([`--keep=${count}`])).toEqual([
    `--keep ${count}: how many backups are kept must be a whole number from 1.`,
  ])
  expect(process.exitCode).toBe(1)
  expect(await readdir(dir)).toEqual([])
})
