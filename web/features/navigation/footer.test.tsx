// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Footer } from './footer.tsx'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('NAV-21 the year is the present one, also where the document was made the year before', async () => {
  vi.setSystemTime('2026-12-30T12:00:00Z')
  const page = document.createElement('div')
  page.innerHTML = renderToString(<Footer />)
  vi.setSystemTime('2027-01-02T12:00:00Z')
  const onRecoverableError = vi.fn()
  await act(async () => {
    hydrateRoot(page, <Footer />, { onRecoverableError })
  })
  // Else React throws the whole document away, and renders it anew.
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(page.querySelector('footer > div > p')?.textContent).toBe('© 2027 Clinidex')
})
