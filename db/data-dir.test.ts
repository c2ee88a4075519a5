import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDataDir } from './data-dir.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clinidex-data-dir-'))
  await chmod(folder, 0o755)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

it('makes the data folder closed to other users', async () => {
  await openDataDir(join(folder, 'new/data'))
  expect(await mode(join(folder, 'new/data'))).toBe('700')
})

it('closes a data folder that an earlier version left open', async () => {
  await writeFile(join(folder, 'auth.secret'), 'secret')
  await openDataDir(folder)
  expect(await mode(folder)).toBe(process.getuid?.() === 0 ? '710' : '700')
})

it('leaves a folder as it is that holds files of others', async () => {
  await writeFile(join(folder, 'their-file'), '')
  await openDataDir(folder)
  expect(await mode(folder)).toBe('755')
})
