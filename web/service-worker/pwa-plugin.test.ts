import type { VitePWAOptions } from 'vite-plugin-pwa'
import { expect, it, vi } from 'vitest'
import { installableApp } from './pwa-plugin.ts'

vi.mock('vite-plugin-pwa', () => ({ VitePWA: (options: unknown) => options }))

const { manifest } = installableApp() as unknown as VitePWAOptions

it('the installed app opens at the search, with the shortcuts that the account page names', () => {
  expect(manifest).toMatchObject({
    start_url: '/search',
    shortcuts: [
      { name: 'Due', url: '/due' },
      { name: 'Search', url: '/search' },
      { name: 'Last list', url: '/lists/last' },
    ],
  })
})
