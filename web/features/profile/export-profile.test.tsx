// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Candidate } from '#api/contract/candidates.ts'
import type { Me } from '#api/contract/me.ts'
import { requestExport } from '#web/lib/exports/request-export.ts'
import { session } from '#web/session/session.ts'
import { ExportProfile } from './export-profile.tsx'

vi.mock('#web/lib/exports/request-export.ts', () => ({ requestExport: vi.fn() }))

afterEach(() => {
  cleanup()
  session.me = null
})

const PERSON = { id: 'p1' } as Candidate

function button(account: Partial<Me> | null): HTMLElement | null {
  session.me = account && ({ tier: 'premium', grants: [], user: { id: 'a' }, ...account } as Me)
  render(<ExportProfile person={PERSON} />)
  return screen.queryByRole('button', { name: 'Export' })
}

it('PROFILE-06 the export of a person shows to an administrator, and exports that person alone', () => {
  const exporting = button({ role: 'admin' })
  expect(exporting?.getAttribute('aria-disabled')).toBeNull()
  expect(exporting?.dataset.tooltip).toBeUndefined()
  fireEvent.click(exporting as HTMLElement)
  expect(requestExport).toHaveBeenCalledExactlyOnceWith({
    ids: ['p1'],
    people: [PERSON],
    source: 'profile',
  })
})

it('DEMO-14 a demo account sees it disabled, until a grant opens it', () => {
  const closed = button({ role: 'demo' })
  expect(closed?.getAttribute('aria-disabled')).toBe('true')
  expect(closed?.dataset.tooltip).toBe('Export functionality is disabled in demo mode')
  cleanup()
  expect(button({ role: 'demo', grants: ['export'] })?.getAttribute('aria-disabled')).toBeNull()
})

it.each([
  ['a visitor', null],
  ['a free account', { role: 'free' } as const],
  ['a subscriber', { role: 'subscriber' } as const],
])('PROFILE-06 %s has none', (_, account) => {
  expect(button(account)).toBeNull()
})
