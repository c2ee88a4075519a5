// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { session } from '#web/session/session.ts'
import { usePlaces } from './places.ts'

afterEach(() => {
  session.me = null
})

function placesOf(role: Me['role'], { isRestricted = false } = {}): string[] {
  const user = role === 'visitor' ? null : { id: 'ada', email: 'a@b.test' }
  session.me = { role, tier: null, grants: [], user, demo: { isRestricted } } as never
  const places = renderHook(usePlaces).result.current
  return places.map(({ label, to, tab }) => `${label} ${to}${tab ? ` ${tab}` : ''}`)
}

const OPEN_TABS = [
  'Profile /account profile',
  'Exports /account exports',
  'Security /account security',
  'This device /account device',
]

it('a user goes to each tab of the account, a visitor to none', () => {
  expect(placesOf('free').slice(-7)).toEqual([
    'Profile /account profile',
    'Subscription /account subscription',
    'Team /account team',
    'Exports /account exports',
    'Notifications /account notifications',
    'Security /account security',
    'This device /account device',
  ])
  expect(placesOf('visitor').filter((place) => place.includes('/account'))).toEqual([])
})

it('a demo account goes to no tab that is closed to it, an administrator also to the tests', () => {
  const tabsOf = (places: string[]) => places.filter((place) => / \/account \w/.test(place))
  expect(tabsOf(placesOf('demo', { isRestricted: true }))).toEqual(OPEN_TABS)
  expect(placesOf('free')).not.toContain('Testing /account testing')
  expect(placesOf('admin')).toContain('Testing /account testing')
})

it('NAV-26 every screen has a name to go to it by, but the settings of the site', () => {
  const screensOf = (role: Me['role']) =>
    placesOf(role).filter((place) => !/ \/account \w/.test(place))
  const everybodys = [
    'Home /',
    'Search /search',
    'Lists /lists',
    'Due /due',
    'Email /email',
    'Favorites /lists/favorites',
    'Specialties /specialties',
    'Pricing /pricing',
    'About /about',
    'Contact /contact',
    'Account Settings /account',
  ]
  expect(screensOf('free')).toEqual(everybodys)
  expect(screensOf('admin')).toEqual([
    ...everybodys,
    'Admin Dashboard /admin-dashboard',
    'Users /users',
    'Resume Approval /resume-approval',
    'Directory /admin-directory',
    'Logs /admin-logs',
    'Audit log /admin-audit',
  ])
  expect(screensOf('visitor')).toEqual([
    'Home /',
    'Search /search',
    'Pricing /pricing',
    'About /about',
    'Specialties /specialties',
    'Contact /contact',
    'Log in /login',
    'Get Started /signup',
  ])
})
