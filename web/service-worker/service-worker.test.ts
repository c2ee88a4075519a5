import type { VitePWAOptions } from 'vite-plugin-pwa'
import { expect, it, vi } from 'vitest'
import { serviceWorker } from './service-worker.ts'

vi.mock('vite-plugin-pwa', () => ({ VitePWA: (options: unknown) => options }))

const { manifest, workbox } = serviceWorker() as unknown as VitePWAOptions
const [navigation] = workbox?.runtimeCaching ?? []

it('a navigation waits four seconds for the network, and then is answered by the shell', () => {
  expect(navigation).toMatchObject({
    handler: 'NetworkFirst',
    options: { networkTimeoutSeconds: 4, precacheFallback: { fallbackURL: '/shell' } },
  })
})

it.each([
  ['/search', 'navigate', true],
  ['/lists/any', 'navigate', true],
  ['/api/me', 'navigate', false],
  ['/healthz', 'navigate', false],
  ['/metrics', 'navigate', false],
  ['/search', 'cors', false],
])('%s by "%s" is a navigation to the app: %s', (path, mode, isApp) => {
  const matches = navigation?.urlPattern as unknown as (asked: object) => boolean
  const url = new URL(path, 'https://clinidex.example')
  expect(matches({ request: { mode }, url })).toBe(isApp)
})

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
