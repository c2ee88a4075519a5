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

const there = (name: string) =>
  abilitiesOf({ isPersistent: null, isPushing: null }).find((ability) => ability.name === name)
    ?.isThere

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
  browser(ANDROID, { has: { setAppBadge: vi.fn(), Notification: {}, PushManager: {} } })
  expect([there('Count on the icon'), there('Notices')]).toEqual([true, true])
})

it('each has words for both cases, and what is being asked is neither', () => {
  browser(ANDROID)
  for (const { use, otherwise } of abilitiesOf({ isPersistent: null, isPushing: null })) {
    expect([use, otherwise].every((words) => /^.+\.$/.test(words))).toBe(true)
  }
  expect(there('Storage is kept')).toBeNull()
})
