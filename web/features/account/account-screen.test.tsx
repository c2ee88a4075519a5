// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { ACCOUNT_TABS, type AccountTab } from '#web/lib/account/account-tabs.ts'
import { useMe } from '#web/session/session.ts'
import { AccountScreen } from './account-screen.tsx'

vi.mock('#web/session/session.ts', () => ({ useMe: vi.fn() }))
vi.mock('./device-tab.tsx', () => ({ DeviceTab: () => 'device' }))
vi.mock('./exports-tab.tsx', () => ({ ExportsTab: () => 'exports' }))
vi.mock('./notifications-tab.tsx', () => ({ NotificationsTab: () => 'notifications' }))
vi.mock('./profile-tab.tsx', () => ({
  ProfileTab: ({ isReadOnly }: { isReadOnly: boolean }) => (isReadOnly ? 'read-only' : 'profile'),
}))
vi.mock('./security-tab.tsx', () => ({ SecurityTab: () => 'security' }))
vi.mock('./subscription-tab.tsx', () => ({ SubscriptionTab: () => 'subscription' }))

afterEach(cleanup)

const onTabChange = vi.fn()

function show(tab: AccountTab, { isDemo = false, isAdmin = false } = {}): void {
  vi.mocked(useMe).mockReturnValue({
    role: isAdmin ? 'admin' : 'free',
    user: { email: 'ada@b.test' },
    subscription: { subscribed: false },
    demo: { isRestricted: isDemo },
  } as Me)
  const actions = { onTabChange, onDeleted: () => undefined }
  render(<AccountScreen tab={tab} team="team" testing={isAdmin && 'testing'} {...actions} />)
}
// By their attributes: queries by role take seconds over so many tabs.
const content = () => document.querySelector('[role=tabpanel][data-state=active]')?.textContent
const tabs = () => [...document.querySelectorAll<HTMLButtonElement>('[role=tab]')]
const words = (elements: Element[]) => elements.map(({ textContent }) => textContent)

it('ACCOUNT-01 each tab shows its own, and an administrator has one for tests', () => {
  for (const tab of ACCOUNT_TABS) {
    show(tab, { isAdmin: true })
    expect(content()).toBe(tab)
    cleanup()
  }
  show('testing')
  expect(content()).toBe('profile')
  expect(words(tabs())).toEqual([
    'Profile',
    'Subscription',
    'Team',
    'Exports',
    'Notifications',
    'Security',
    'This device',
  ])
  fireEvent.mouseDown(tabs()[3] as Element)
  expect(onTabChange).toHaveBeenLastCalledWith('exports')
})

it('ACCOUNT-07 ACCOUNT-08 a demo account opens neither plan, team nor notifications, and is said to be one', () => {
  for (const [tab, shown] of [
    ['profile', 'read-only'],
    ['subscription', 'read-only'],
    ['team', 'read-only'],
    ['notifications', 'read-only'],
    ['exports', 'exports'],
    ['security', 'security'],
  ] as const) {
    show(tab, { isDemo: true })
    expect(content()).toBe(shown)
    const closed = tabs().filter(({ disabled }) => disabled)
    expect(words(closed)).toEqual(['Subscription', 'Team', 'Notifications'])
    screen.getByText('Demo Plan')
    screen.getByText(/Active \(Demo\)/)
    cleanup()
  }
})
