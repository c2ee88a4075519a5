import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { run } from './import.ts'

let database: TestDatabase
let dir: string
beforeEach(async () => {
  database = await testDatabase()
  dir = await mkdtemp(join(tmpdir(), 'clinidex-import-'))
  vi.stubEnv('DATA_DIR', join(dir, 'data'))
  vi.stubEnv('DATABASE_URL', database.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
  await database.close()
  await rm(dir, { recursive: true })
})

/**
 * Runs the command on a file with a good and a bad row.
 * @returns its output
 */
async function imported(...options: string[]): Promise<string> {
  const said: string[] = []
  for (const stream of ['log', 'error'] as const) {
    vi.spyOn(console, stream).mockImplementation((line) => void said.push(line))
  }
  const file = join(dir, 'people.csv')
  await writeFile(file, 'Contactfirstname,Contactlastname\nAnn,Tester\n,\n')
  await run(['csv', file, ...options])
  return said.join('\n')
}

it('lists rejected rows in the data folder, or where it is told to', async () => {
  const kept = join(dir, 'data/people.csv.rejects.csv')
  expect(await imported()).toMatch(`1 rejected, see ${kept}`)
  expect(await readFile(kept, 'utf8')).toBe('line,reason\n3,"no name"\n')
  const named = join(dir, 'named.csv')
  expect(await imported('--rejects', named)).toMatch(`1 rejected, see ${named}`)
  expect(await readdir(dir)).toContain('named.csv')
})

it('imports nothing where rejected rows cannot be listed', async () => {
  expect(await imported('--rejects', join(dir, 'none/rejects.csv'))).toMatch(/cannot be written/)
  expect(process.exitCode).toBe(1)
  expect((await database.sql`select from candidates`).length).toBe(0)
})
