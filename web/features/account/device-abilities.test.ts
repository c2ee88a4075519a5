import { afterEach, expect, it, vi } from 'vitest'
import { abilitiesOf, installWords } from './device-abilities.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser by its name for itself, and what it has. */
function browser(userAgent: string, { isStandalone = false, has = {} as object } = {}) {
  vi.stubGlobal('navigator', { userAgent, ...has })
  vi.stubGlobal('matchMedia', () => ({ matches: isStandalone }))
  for (const [name, value] of Object.entries(has)) vi.stubGlobal(name, value)
}
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605'
const ANDROID = 'Mozilla/5.0 (Linux; Android 16) Chrome/156 Mobile'
const PUSHING = { Notification: { permission: 'default' }, PushManager: {} }

const ASKED = { isPersistent: null, isPushing: null, hasServiceWorker: true }

const ability = (name: string, known: Partial<Parameters<typeof abilitiesOf>[0]> = {}) =>
  abilitiesOf({ ...ASKED, ...known }).find((each) => each.name === name)
const there = (name: string) => ability(name)?.isThere

it.each([
  [IPHONE, 'Press Share in Safari, then “Add to Home Screen”.'],
  [ANDROID, 'Choose “Install” in the browser’s menu or address bar.'],
  ['Mozilla/5.0 (Macintosh) Safari/605', 'Choose “Add to Dock” in Safari’s File menu.'],
])('%s: %s', (userAgent, words) => {
  browser(userAgent)
  expect(installWords()).toBe(words)
})

it('only what was installed is shared to and opens files', () => {
  browser(ANDROID, { has: { launchQueue: {} } })
  expect([there('Other apps can share to it'), there('Opens CSV and Excel files')]).toEqual([
    false,
    false,
  ])
  browser(ANDROID, { isStandalone: true, has: { launchQueue: {} } })
  expect([there('Other apps can share to it'), there('Opens CSV and Excel files')]).toEqual([
    true,
    true,
  ])
  browser(IPHONE, { isStandalone: true })
  expect(there('Other apps can share to it')).toBe(false)
})

it('a count on the icon and notices are there where the browser has them', () => {
  browser(ANDROID)
  expect([there('Count on the icon'), there('Notices')]).toEqual([false, false])
  browser(ANDROID, { has: { setAppBadge: vi.fn(), ...PUSHING } })
  expect([there('Count on the icon'), there('Notices')]).toEqual([true, true])
})

it('there are no notices where the user blocked them, nor without a service worker', () => {
  browser(ANDROID, { has: PUSHING })
  expect(ability('Notices', { hasServiceWorker: false })?.isThere).toBe(false)
  expect(ability('Notices', { hasServiceWorker: null })?.isThere).toBeNull()
  browser(ANDROID, { has: { ...PUSHING, Notification: { permission: 'denied' } } })
  expect(ability('Notices')).toMatchObject({
    isThere: false,
    otherwise: 'Notices of this site are blocked in the browser’s settings; mail comes anyway.',
  })
})

it('the icon has shortcuts once the app is installed, where the browser shows them', () => {
  browser(ANDROID)
  expect(ability('Shortcuts on the icon')).toMatchObject({
    isThere: false,
    otherwise: 'Due, Search and Lists are in the menu.',
  })
  browser(ANDROID, { isStandalone: true })
  expect(there('Shortcuts on the icon')).toBe(true)
  browser(IPHONE, { isStandalone: true })
  expect(there('Shortcuts on the icon')).toBe(false)
})

it('each has words for both cases, and what is being asked is neither', () => {
  browser(ANDROID)
  for (const { use, otherwise } of abilitiesOf(ASKED)) {
    expect([use, otherwise].every((words) => /^.+\.$/.test(words))).toBe(true)
  }
  expect(there('Storage is kept')).toBeNull()
})
