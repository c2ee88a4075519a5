// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NOT_STORABLE } from '#db/schema/storable.ts'
import { GrantDialog } from './grant-dialog.tsx'

vi.mock('#web/ui/dialog.tsx', () => ({
  Dialog: ({ children, footer }: { children: ReactNode; footer: ReactNode }) => [children, footer],
}))
vi.mock('#web/ui/select.tsx', () => ({ Select: () => null }))

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-08-04T12:00:00Z'), toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

/** Grants with what is typed. @returns the grant; undefined where it was refused. */
async function granted(uses: string, note = '') {
  const onGrant = vi.fn()
  render(
    <GrantDialog whom="ada@b.test" isBusy={false} onClose={() => undefined} onGrant={onGrant} />,
  )
  fireEvent.change(screen.getByLabelText(/^Uses/), { target: { value: uses } })
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: note } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Grant access' })))
  return onGrant.mock.lastCall?.[0]
}

it.each([
  ['', '  ', null, null],
  ['1', ' A trial ', 1, 'A trial'],
  ['1000000', '', 1_000_000, null],
])('USERS-07 a grant of "%s" uses is for all, for a week', async (uses, note, maxUses, notes) => {
  expect(await granted(uses, note)).toEqual({
    featureType: 'full_access',
    expiresAt: '2026-08-11T12:00:00.000Z',
    ...{ maxUses, notes },
  })
})

it.each(['0', '1.5', '1e3', '0x10', '1000001', 'two'])(
  'a grant of "%s" uses is refused in words',
  async (uses) => {
    expect(await granted(uses)).toBeUndefined()
    expect(document.activeElement).toBe(screen.getByLabelText(/^Uses/))
    expect(
      screen.getByText('Please enter a whole number from 1 to 1,000,000, or nothing.'),
    ).toBeDefined()
  },
)

it('a note with a NUL is refused at its field', async () => {
  expect(await granted('', 'A \u0000 trial')).toBeUndefined()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Note/))
  expect(screen.getByText(NOT_STORABLE)).toBeDefined()
})
