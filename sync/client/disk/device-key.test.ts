import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetDatabases } from '#tests/support/memory-idb.ts'
import { type PrivateFiles, stubPrivateFiles } from '#tests/support/private-files.ts'
import { deviceKey } from './device-key.ts'
import { seal, unseal } from './seal.ts'

vi.mock('idb', () => import('#tests/support/memory-idb.ts'))

let privateFiles: PrivateFiles
beforeEach(() => {
  privateFiles = stubPrivateFiles()
})
afterEach(() => {
  forgetDatabases()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function isSameKey(one: CryptoKey, other: CryptoKey): Promise<boolean> {
  const sealed = await seal(one, 'text', 'place')
  return unseal(other, sealed, 'place').then(
    () => true,
    () => false,
  )
}

it('makes a key once, in a file, and lets nobody take it out', async () => {
  const [key, again] = await Promise.all([deviceKey('ada'), deviceKey('ada')])
  expect(await isSameKey(key, again)).toBe(true)
  expect(key.extractable).toBe(false)
  expect([...privateFiles.files.values()].map(({ length }) => length)).toEqual([32])
  expect(await isSameKey(key, await deviceKey('ben'))).toBe(false)
})

it('keeps the key of a browser that could not write files when it learns to', async () => {
  privateFiles.isWritable = false
  const key = await deviceKey('ada')
  expect(await isSameKey(key, await deviceKey('ada'))).toBe(true)
  privateFiles.isWritable = true
  expect(await isSameKey(key, await deviceKey('ada'))).toBe(true)
})

it('finds the key in its file although the browser cannot write files any more', async () => {
  const key = await deviceKey('ada')
  privateFiles.isWritable = false
  expect(await isSameKey(key, await deviceKey('ada'))).toBe(true)
})

it('makes no second key while the file of the first cannot be read', async () => {
  const key = await deviceKey('ada')
  privateFiles.fault = new Error('The disk is busy.')
  await expect(deviceKey('ada')).rejects.toThrow('The disk is busy.')
  privateFiles.fault = null
  expect(await isSameKey(key, await deviceKey('ada'))).toBe(true)
})

it('has a key where there are no private files at all, and stays with it', async () => {
  privateFiles.fault = new DOMException('Not here.', 'SecurityError')
  const key = await deviceKey('ada')
  expect(await isSameKey(key, await deviceKey('ada'))).toBe(true)
  privateFiles.fault = null
  expect(await isSameKey(key, await deviceKey('ada'))).toBe(true)
})

it('makes another key once its file is deleted', async () => {
  const key = await deviceKey('ada')
  privateFiles.files.clear()
  expect(await isSameKey(key, await deviceKey('ada'))).toBe(false)
})

it('needs no lock for a key that was made, whether in a file or in IndexedDB', async () => {
  const inFile = await deviceKey('ada')
  privateFiles.isWritable = false
  const inDatabase = await deviceKey('ben')
  privateFiles.isLocked = true
  expect(await isSameKey(inFile, await deviceKey('ada'))).toBe(true)
  expect(await isSameKey(inDatabase, await deviceKey('ben'))).toBe(true)
})

it('gives up to make a key where the lock is never given back', async () => {
  privateFiles.isLocked = true
  const clock = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
  const made = deviceKey('ada')
  await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(10_000))
  clock.abort(new DOMException('It took too long.', 'TimeoutError'))
  await expect(made).rejects.toThrow('It took too long.')
})
