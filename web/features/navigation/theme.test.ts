import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubLocalStorage } from '#tests/support/memory-storage.ts'

/** The page that the theme is applied to, and the listeners on its window and on the system's theme. */
const page = { dataset: {} as Record<string, string>, bar: { content: '' } }
const listeners = new Map<string, (event: unknown) => void>()
const system = { matches: false }

beforeEach(() => {
  stubLocalStorage()
  listeners.clear()
  page.dataset = {}
  system.matches = false
  vi.stubGlobal('document', {
    documentElement: page,
    querySelectorAll: () => [page.bar],
  })
  vi.stubGlobal('window', {
    addEventListener: (name: string, run: () => void) => listeners.set(name, run),
  })
  vi.stubGlobal('matchMedia', () => ({
    ...system,
    addEventListener: (_: string, run: () => void) => listeners.set('system', run),
  }))
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

it('NAV-22 follows the system until one is chosen, here or in another tab', async () => {
  const { followTheme, themeStore } = await import('./theme.ts')
  followTheme()
  expect([page.dataset.theme, page.bar.content]).toEqual(['light', '#faf8f4'])
  expect(page.dataset.themeChanging).toBe('')
  system.matches = true
  listeners.get('system')?.({})
  expect([page.dataset.theme, page.bar.content]).toEqual(['dark', '#0e1415'])
  localStorage.setItem('theme', 'light')
  listeners.get('storage')?.({ key: 'another' })
  expect(page.dataset.theme).toBe('dark')
  listeners.get('storage')?.({ key: 'theme' })
  expect(themeStore.choice).toBe('light')
  expect([page.dataset.theme, page.bar.content]).toEqual(['light', '#faf8f4'])
})

it('NAV-22 a choice is kept under "theme", and one that is unknown is the system’s', async () => {
  const { chooseTheme, themeStore } = await import('./theme.ts')
  chooseTheme('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  // Transitions are on again.
  await vi.waitFor(() => expect(page.dataset).toEqual({ theme: 'dark' }))
  expect(themeStore.choice).toBe('dark')
  localStorage.setItem('theme', 'sepia')
  vi.resetModules()
  expect((await import('./theme.ts')).themeStore.choice).toBe('system')
})
