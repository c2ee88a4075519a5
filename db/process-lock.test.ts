import { existsSync } from 'node:fs'
import { link, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PATIENCE } from '#tests/support/soon.ts'
import { lock } from './process-lock.ts'

vi.mock('node:fs/promises', { spy: true })

let folder: string
let path: string
/** The content of the lock of a dead process. */
const GONE = `${2 ** 22 + 1} 7`
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clinidex-lock-'))
  path = join(folder, 'lock')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/**
 * Requests a lock that is held, until it has been refused several times.
 * @returns the lock once it is free
 */
async function waiting() {
  let isTaken = false
  const next = lock(path).then((release) => {
    isTaken = true
    return release
  })
  // Its holder is checked each time.
  const looks = vi.mocked(readFile).mock.calls.length
  await vi.waitUntil(() => vi.mocked(readFile).mock.calls.length > looks + 3, PATIENCE)
  expect(isTaken).toBe(false)
  return { lock: next }
}

it('is held by one at a time', async () => {
  const release = await lock(path)
  const next = await waiting()
  await release()
  await (await next.lock)()
  expect(await readdir(folder)).toEqual([])
})

it.each([
  ['of a process that is gone', GONE],
  ['that lost its holder in a crash', ''],
  ['of one before whose id came again, after a restart of the container', `${process.pid} 7`],
])('takes over a lock %s', async (_what, holder) => {
  await writeFile(path, holder)
  await (await lock(path))()
  expect(await readdir(folder)).toEqual([])
})

it('leaves a lock that was taken after a waiter had read the one of a dead process', async () => {
  const release = await lock(path)
  const holder = await readFile(path, 'utf8')
  const actual = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises')
  const isThere: boolean[] = []
  const watched = async (name: 'link' | 'rename' | 'rm', args: unknown[]) => {
    try {
      return await (actual[name] as (...args: unknown[]) => Promise<void>)(...args)
    } finally {
      isThere.push(existsSync(path))
    }
  }
  vi.mocked(link).mockImplementation((...args) => watched('link', args))
  vi.mocked(rename).mockImplementation((...args) => watched('rename', args))
  vi.mocked(rm).mockImplementation((...args) => watched('rm', args))
  vi.mocked(readFile).mockResolvedValueOnce(GONE)
  const next = await waiting()
  await expect.poll(() => isThere.length).toBeGreaterThan(2)
  expect(await readFile(path, 'utf8')).toBe(holder)
  // At no moment could a third process have taken the lock.
  expect(new Set(isThere)).toEqual(new Set([true]))
  vi.resetAllMocks()
  await release()
  await (await next.lock)()
  expect(await readdir(folder)).toEqual([])
})
