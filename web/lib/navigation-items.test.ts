// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { PAGES } from '#api/contract/pages.ts'
import { session } from '#web/session/session.ts'
import {
  ADMIN_AUDIT,
  ADMIN_BAR_ITEMS,
  ADMIN_DASHBOARD,
  ADMIN_ITEMS,
  ADMIN_SETTINGS,
  FOOTER_ITEMS,
  type NavigationItem,
  useAdminNavigation,
  useNavigation,
} from './navigation-items.ts'

afterEach(() => {
  session.me = null
  localStorage.clear()
})

const signInAs = (role: Me['role']) => {
  session.me = { role, tier: null, grants: [], user: { id: 'ada', email: 'a@b.test' } } as never
}
const navigation = () => renderHook(useNavigation).result.current
const isAdminShown = () => renderHook(useAdminNavigation).result.current
const addresses = (items: readonly NavigationItem[]) =>
  items.map(({ label, to }) => `${label} ${to}`)

it('NAV-13 a visitor has the search, the prices, about, and the two ways in', () => {
  const { main, account, tabs } = navigation()
  expect(addresses(main)).toEqual(['Search /search', 'Pricing /pricing', 'About /about'])
  expect(addresses(tabs)).toEqual(['Home /', 'Search /search', 'Specialties /specialties'])
  expect(addresses(account)).toEqual(['Log in /login', 'Get Started /signup'])
})

it('NAV-14 a signed-in user has the search, lists, what is due and e-mail, and no way in', () => {
  const places = ['Search /search', 'Lists /lists', 'Due /due', 'Email /email']
  for (const role of ['free', 'demo', 'subscriber', 'admin'] as const) {
    signInAs(role)
    const { main, account, tabs } = navigation()
    expect(addresses(main)).toEqual(places)
    expect(account).toEqual([])
    expect(addresses(tabs)).toEqual([...places, 'Account /account'])
  }
})

it('NAV-15 NAV-16 NAV-26 an administrator has a menu and a bar, without the settings', () => {
  const screens = [
    'Users /users',
    'Resume Approval /resume-approval',
    'Directory /admin-directory',
    'Logs /admin-logs',
  ]
  expect(addresses(ADMIN_ITEMS)).toEqual(screens)
  expect(addresses(ADMIN_BAR_ITEMS)).toEqual(['Dashboard /admin-dashboard', ...screens])
  expect(addresses([ADMIN_DASHBOARD])).toEqual(['Admin Dashboard /admin-dashboard'])
})

it('NAV-17 NAV-18 the administration shows to administrators alone, and not in their demo mode', () => {
  for (const role of ['free', 'demo', 'subscriber'] as const) {
    signInAs(role)
    expect(isAdminShown()).toBe(false)
  }
  signInAs('admin')
  expect(isAdminShown()).toBe(true)
  localStorage.setItem('adminDemoMode', 'true')
  expect(isAdminShown()).toBe(false)
  localStorage.setItem('adminDemoMode', 'false')
  expect(isAdminShown()).toBe(true)
})

it('no item leads to "not found"', () => {
  const visitor = navigation()
  signInAs('admin')
  const { main, tabs } = navigation()
  const items = [...visitor.main, ...visitor.account, ...visitor.tabs, ...main, ...tabs]
  const admin = [...ADMIN_BAR_ITEMS, ADMIN_DASHBOARD, ADMIN_SETTINGS, ADMIN_AUDIT]
  for (const { to } of [...items, ...admin, ...FOOTER_ITEMS])
    expect(Object.keys(PAGES)).toContain(to)
})

it('NAV-21 the footer leads to ten screens', () => {
  expect(addresses(FOOTER_ITEMS)).toEqual([
    'Submit Resume /submit-resume',
    'Search /search',
    'Pricing /pricing',
    'About Us /about',
    'Contact /contact',
    'Remove My Information /remove-info',
    'Terms of Service /terms',
    'Privacy Policy /privacy',
    'Compliance /compliance',
    'Money Back Guarantee /money-back-guarantee',
  ])
})
