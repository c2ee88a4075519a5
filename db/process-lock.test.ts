import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lock } from './process-lock.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clinidex-lock-'))
  path = join(folder, 'lock')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('is held by one at a time', async () => {
  const release = await lock(path)
  let isTaken = false
  const next = lock(path).then((releaseNext) => {
    isTaken = true
    return releaseNext
  })
  // As long as several polls take.
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(isTaken).toBe(false)
  await release()
  await (await next)()
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

it.each([
  ['of a process that is gone', `${2 ** 22 + 1} 7`],
  ['of one before whose id came again, after a restart of the container', `${process.pid} 7`],
])('takes over a lock %s', async (_what, holder) => {
  await writeFile(path, holder)
  await (await lock(path))()
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})
