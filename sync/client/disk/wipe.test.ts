import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addToOutbox } from '#sync/client/outbox/add-to-outbox.ts'
import { forgetDatabases } from '#tests/support/memory-idb.ts'
import { type PrivateFiles, stubPrivateFiles } from '#tests/support/private-files.ts'
import { countUnsent } from './wipe.ts'

vi.mock('idb', () => import('#tests/support/memory-idb.ts'))

let privateFiles: PrivateFiles
beforeEach(() => {
  privateFiles = stubPrivateFiles()
})
afterEach(() => {
  forgetDatabases()
  vi.unstubAllGlobals()
})

const deletion = () => ({
  id: crypto.randomUUID(),
  name: 'lists.delete' as const,
  args: { id: crypto.randomUUID() },
})

it('counts work as unsent that cannot be read any more', async () => {
  await addToOutbox('ada', deletion())
  privateFiles.files.clear()
  await addToOutbox('ada', deletion())
  expect(await countUnsent('ada')).toBe(2)
  expect(await countUnsent('ben')).toBe(0)
})

it('does not say that nothing waits while it cannot tell', async () => {
  await addToOutbox('ada', deletion())
  privateFiles.fault = new Error('The disk is busy.')
  await expect(countUnsent('ada')).rejects.toThrow('The disk is busy.')
})
