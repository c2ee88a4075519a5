import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RejectFile } from './reject-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clinidex-rejects-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('says at once that it cannot be written, and makes no file before there is a row', async () => {
  const nowhere = join(folder, 'none/rejects.csv')
  expect(() => new RejectFile(nowhere)).toThrow(
    `Rejected rows cannot be written to ${nowhere} (ENOENT).`,
  )
  const taken = join(folder, 'rejects.csv')
  await mkdir(taken)
  expect(() => new RejectFile(taken)).toThrow(`cannot be written to ${taken}`)
  await rm(taken, { recursive: true })
  new RejectFile(taken).close()
  expect(await readdir(folder)).toEqual([])
})
