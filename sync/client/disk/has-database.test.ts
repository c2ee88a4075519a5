import { afterEach, expect, it, vi } from 'vitest'
import { hasDatabase } from './has-database.ts'

afterEach(() => vi.unstubAllGlobals())

/** The names in the user's private folder; null where there is no folder. */
function stubFolder(names: readonly string[] | null): void {
  const folder = {
    keys: async function* () {
      yield* names ?? []
    },
  }
  const getDirectoryHandle = async (name: string) => {
    expect(name).toBe('clinidex.ada')
    if (!names) throw new DOMException('There is none.', 'NotFoundError')
    return folder
  }
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => ({ getDirectoryHandle }) } })
}

function stubIndexedDb(...names: string[]): void {
  vi.stubGlobal('indexedDB', { databases: async () => names.map((name) => ({ name })) })
}

it('finds a database among the private files, and takes no key for one', async () => {
  stubFolder(['key', 'assets-pglite-Vf-wasm.2'])
  expect(await hasDatabase('ada')).toBe(true)
  stubFolder(['key'])
  expect(await hasDatabase('ada')).toBe(false)
  stubFolder(null)
  expect(await hasDatabase('ada')).toBe(false)
})

it.each([
  ['has no private files', () => vi.stubGlobal('navigator', { storage: {} })],
  ['can open few of them, and keeps the key in one', () => stubFolder(['key'])],
])('finds one in IndexedDB where the browser %s', async (_, stub) => {
  stub()
  stubIndexedDb('/pglite/clinidex.ada.assets-pglite-Vf-wasm', 'clinidex.ada.outbox')
  expect(await hasDatabase('ada')).toBe(true)
  stubIndexedDb('/pglite/clinidex.bob.assets-pglite-Vf-wasm', 'clinidex.ada.outbox')
  expect(await hasDatabase('ada')).toBe(false)
})
