import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readJsonFile, writeJsonFile } from './json-file.ts'

test('holds the last value that was kept, and leaves nothing else behind', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'json-'))
  const path = join(dir, 'kept.json')
  expect(await readJsonFile(path)).toBeUndefined()
  await writeJsonFile(path, { n: 1 })
  await writeJsonFile(path, { n: 2 })
  expect(await readJsonFile(path)).toEqual({ n: 2 })
  expect(await readdir(dir)).toEqual(['kept.json'])
  await rm(dir, { recursive: true })
})
