// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ComponentProps, ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { session } from '#web/session/session.ts'
import { endSession } from '#web/session/sign-out.ts'
import { AccountMenu } from './account-menu.tsx'
import { MenuDrawer } from './menu-drawer.tsx'
import { chooseTheme, themeStore } from './theme.ts'
import { ThemeMenu } from './theme-menu.tsx'

vi.mock('#web/session/sign-out.ts', () => ({ endSession: vi.fn() }))
const { navigate } = vi.hoisted(() => ({ navigate: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, state, ...rest }: ComponentProps<'a'> & { to: string; state?: object }) => (
    <a href={to} data-state={JSON.stringify(state)} {...rest} />
  ),
  useLocation: ({ select }: { select(location: object): unknown }) =>
    select({ state: { from: '/pricing' } }),
  useNavigate: () => navigate,
  useRouter: () => null,
}))
// The menus open: what they hold is asked here.
vi.mock('#web/ui/dropdown-menu.tsx', () => ({
  DropdownMenu: ({ children }: { children: ReactNode }) => <div role="menu">{children}</div>,
  MenuItem: ({ asChild, icon: _, onSelect, children, ...rest }: ItemProps) =>
    asChild ? (
      children
    ) : (
      <button type="button" role="menuitem" onClick={onSelect} {...rest}>
        {children}
      </button>
    ),
  MenuLabel: ({ children }: { children: ReactNode }) => <p>{children}</p>,
  MenuSeparator: () => <hr />,
}))
type ItemProps = {
  asChild?: boolean
  icon?: unknown
  onSelect?: () => void
  children: ReactNode
}

beforeEach(() => vi.clearAllMocks())
afterEach(() => {
  cleanup()
  session.me = null
  localStorage.clear()
})

const signInAs = (role: Me['role']) => {
  session.me = { role, tier: null, grants: [], user: { id: 'ada', email: 'ada@b.test' } } as never
}

const onOpenChange = vi.fn()

/** The phone's menu: its links with their addresses, and its buttons. */
function drawer() {
  render(<MenuDrawer isOpen onOpenChange={onOpenChange} />)
  const menu = within(screen.getByRole('navigation', { name: 'Menu' }))
  const links = menu.getAllByRole('link')
  return links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)
}

const FOOTER = [
  'Submit Resume /submit-resume',
  'Pricing /pricing',
  'About Us /about',
  'Contact /contact',
  'Remove My Information /remove-info',
  'Terms of Service /terms',
  'Privacy Policy /privacy',
  'Compliance /compliance',
  'Money Back Guarantee /money-back-guarantee',
]
const OWN = ['Search /search', 'Lists /lists', 'Due /due', 'Email /email']

it('NAV-19 a visitor’s menu on a phone has the places of the bar, and the way back after signing in', () => {
  expect(drawer()).toEqual([
    ...['Search /search', 'Pricing /pricing', 'About /about'],
    ...['Log in /login', 'Get Started /signup'],
    ...FOOTER.filter((item) => !/^(Pricing|About)/.test(item)),
  ])
  expect(screen.queryByRole('button', { name: 'Sign Out' })).toBeNull()
  const logIn = screen.getByRole('link', { name: 'Log in' })
  expect(logIn.dataset.state).toBe('{"from":"/pricing"}')
  logIn.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(logIn)
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false)
})

it('NAV-19 a user’s menu on a phone has the own places, the settings and the sign-out', () => {
  signInAs('subscriber')
  expect(drawer()).toEqual([...OWN, 'Account Settings /account', ...FOOTER])
  screen.getByText('Hello, ada@b.test')
  fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false)
  expect(endSession).toHaveBeenCalledTimes(1)
})

it('NAV-17 NAV-19 an administrator’s menu on a phone has the administration, but in demo mode', () => {
  signInAs('admin')
  expect(drawer()).toEqual([
    ...OWN,
    'Dashboard /admin-dashboard',
    'Users /users',
    'Resume Approval /resume-approval',
    'Directory /admin-directory',
    'Logs /admin-logs',
    'Account Settings /account',
    ...FOOTER,
  ])
  cleanup()
  localStorage.setItem('adminDemoMode', 'true')
  expect(drawer()).toEqual([...OWN, 'Account Settings /account', ...FOOTER])
})

it('NAV-14 the account menu greets by the address, and has the settings and the sign-out', async () => {
  signInAs('subscriber')
  render(<AccountMenu />)
  const menu = within(screen.getByRole('menu'))
  menu.getByText('Hello, ada@b.test')
  const settings = menu.getByRole('link', { name: 'Account Settings' })
  expect(settings.getAttribute('href')).toBe('/account')
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Sign Out'])
  fireEvent.click(menu.getByRole('menuitem', { name: 'Sign Out' }))
  await vi.mocked(endSession).mock.calls[0]?.[0]()
  expect(navigate).toHaveBeenCalledExactlyOnceWith({ to: '/' })
})

it('NAV-22 one theme is marked as the present one', () => {
  for (const theme of ['light', 'dark', 'system'] as const) {
    chooseTheme(theme)
    render(<ThemeMenu />)
    const items = screen.getAllByRole('menuitemradio')
    const marked = items.filter((item) => item.getAttribute('aria-checked') === 'true')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Light', 'Dark', 'System'])
    expect(marked.map(({ textContent }) => textContent?.toLowerCase())).toEqual([theme])
    cleanup()
  }
  themeStore.choice = 'system'
})
