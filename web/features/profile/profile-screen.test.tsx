// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Profile } from './load-profile.ts'
import { ProfileScreen } from './profile-screen.tsx'

const { router, place } = vi.hoisted(() => ({
  router: {
    state: { location: { pathname: '' } },
    history: { back: vi.fn() },
    navigate: vi.fn(),
    invalidate: vi.fn(),
  },
  place: { canGoBack: true },
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useCanGoBack: () => place.canGoBack,
  useRouter: () => router,
}))
vi.mock('./profile-view.tsx', () => ({ ProfileView: () => 'the person' }))

const FOUND = { kind: 'found', person: { id: 'p1', first_name: 'Zenobia', last_name: 'Vale' } }

function show(profile: object | null): void {
  cleanup()
  render(<ProfileScreen profile={profile as Profile | null} />)
}

beforeEach(() => vi.clearAllMocks())
afterEach(cleanup)

it('PROFILE-01 shows the person, and the name in the tab', () => {
  show(FOUND)
  screen.getByText('the person')
  expect(document.title).toBe('Zenobia Vale · Clinidex')
})

it('PROFILE-07 a person who is not there leads back to the directory', () => {
  show({ kind: 'missing' })
  screen.getByRole('heading', { name: 'Healthcare Worker Not Found' })
  const back = screen.getByRole('link', { name: 'Back to Directory' })
  expect(back.getAttribute('href')).toBe('/directory')
  expect(document.title).toBe('Healthcare Worker Not Found · Clinidex')
})

it('PROFILE-08 one that could not be loaded is not said to be missing, and is tried again', () => {
  show({ kind: 'failed', isOffline: false })
  const panel = screen.getByRole('alert')
  expect(panel.textContent).toContain('Failed to load healthcare worker data')
  expect(panel.textContent).toContain('An unexpected error occurred')
  expect(document.title).toBe('Profile · Clinidex')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(router.invalidate).toHaveBeenCalledTimes(1)
  show({ kind: 'failed', isOffline: true })
  screen.getByRole('heading', { name: 'You are offline' })
  expect(document.title).toBe('Profile · Clinidex')
  fireEvent(window, new Event('online'))
  expect(router.invalidate).toHaveBeenCalledTimes(2)
})

it.each([
  ['/physicians/p1', true, 'search'],
  ['/physicians/p1', false, 'search'],
  ['/physician/p1', false, 'search'],
  ['/physician/p1', true, 'back'],
])(
  'PROFILE-09 from %s, with a page before (%s), the button leads to: %s',
  (path, canGoBack, to) => {
    router.state.location.pathname = path
    place.canGoBack = canGoBack
    show(FOUND)
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(router.navigate.mock.calls).toEqual(to === 'search' ? [[{ to: '/search' }]] : [])
    expect(router.history.back).toHaveBeenCalledTimes(to === 'back' ? 1 : 0)
  },
)
