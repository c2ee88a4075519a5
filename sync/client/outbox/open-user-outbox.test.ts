import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { databaseNames, forgetDatabases, openDB } from '#tests/support/memory-idb.ts'
import { type PrivateFiles, stubPrivateFiles } from '#tests/support/private-files.ts'
import { openUserOutbox } from './open-user-outbox.ts'

vi.mock('idb', () => ({
  openDB: (...args: Parameters<typeof openDB>) => {
    const opened = openDB(...args)
    onStep()
    return opened
  },
}))

let privateFiles: PrivateFiles
/** Runs when the disk was asked for a database, or for private files. */
let onStep: () => void
beforeEach(() => {
  privateFiles = stubPrivateFiles()
  const { storage } = navigator
  const { getDirectory } = storage
  storage.getDirectory = () => {
    onStep()
    return getDirectory()
  }
})
afterEach(() => {
  forgetDatabases()
  vi.unstubAllGlobals()
})

const onDisk = () => [...databaseNames(), ...privateFiles.files.keys()]

async function stepsOf(opening: () => Promise<unknown>): Promise<number> {
  let steps = 0
  onStep = () => {
    steps += 1
  }
  await opening()
  forgetDatabases()
  privateFiles.files.clear()
  return steps
}

it('makes nothing any more once it is ended, at whichever step', async () => {
  const steps = await stepsOf(() => openUserOutbox('ada'))
  expect(steps).toBeGreaterThan(5)
  for (let last = 0; last < steps; last += 1) {
    const ending = new AbortController()
    let step = 0
    let found: string[] = []
    const end = () => {
      ending.abort()
      found = onDisk()
    }
    onStep = () => {
      step += 1
      if (step === last) end()
    }
    if (last === 0) end()
    await expect(openUserOutbox('ada', ending.signal)).rejects.toMatchObject({ name: 'AbortError' })
    expect(onDisk()).toEqual(found)
    forgetDatabases()
    privateFiles.files.clear()
  }
})
