import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ImportFiles } from './import-files.ts'

/** A Linux file system without space. */
const FULL = '/proc'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clinidex-imports-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

it('has the room of the disk that the files are on, which may be another than the data’s', async () => {
  expect(await new ImportFiles(dataDir).room()).toBeGreaterThan(0)
  await rm(join(dataDir, 'imports'), { recursive: true })
  await symlink(FULL, join(dataDir, 'imports'))
  expect(await new ImportFiles(dataDir).room()).toBe(0)
})
