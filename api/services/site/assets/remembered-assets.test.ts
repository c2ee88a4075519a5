import { expect, it } from 'vitest'
import type { AssetStore } from './asset-store.ts'
import { rememberedAssets } from './remembered-assets.ts'

const MIB = 1024 * 1024

/** A store with files of these sizes, and the names that were requested from it. */
function storeOf(sizes: Record<string, number>) {
  const asked: string[] = []
  const store: AssetStore = {
    put: () => Promise.resolve(),
    async get(name) {
      asked.push(name)
      const size = sizes[name]
      return size === undefined ? undefined : new Uint8Array(size)
    },
  }
  return { assets: rememberedAssets(store), asked }
}

it('asks the store for a file once, and for what it does not have each time', async () => {
  const { assets, asked } = storeOf({ 'logos/a.png': 3 })
  expect(await assets.get('logos/a.png')).toEqual(new Uint8Array(3))
  expect(await assets.get('logos/a.png')).toEqual(new Uint8Array(3))
  expect(await assets.get('logos/b.png')).toBeUndefined()
  expect(await assets.get('logos/b.png')).toBeUndefined()
  expect(asked).toEqual(['logos/a.png', 'logos/b.png', 'logos/b.png'])
})

it('keeps 16 MB of files, without those that were not asked for longest, and none over 1 MB', async () => {
  const names = Array.from({ length: 17 }, (_, index) => `seo/${index}.jpg`)
  const { assets, asked } = storeOf({
    ...Object.fromEntries(names.map((name) => [name, MIB])),
    'seo/large.jpg': MIB + 1,
  })
  const [first = '', second = '', ...others] = names
  for (const name of [first, second, first, ...others]) await assets.get(name)
  asked.length = 0
  for (const name of [...others, first, 'seo/large.jpg', 'seo/large.jpg']) await assets.get(name)
  expect(asked).toEqual(['seo/large.jpg', 'seo/large.jpg'])
  await assets.get(second)
  expect(asked.at(-1)).toBe(second)
})
