// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Candidate } from '#api/contract/candidates.ts'
import { ONE_AT_A_TIME } from '#web/lib/email-messages.ts'
import { askToEmail } from '#web/outreach/ask-to-email.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { EmailButton } from './email-button.tsx'
import { clearSelection, selectionStore } from './selection-store.ts'

vi.mock('#web/outreach/ask-to-email.ts', () => ({ askToEmail: vi.fn() }))
vi.mock('#web/session/session.ts', async (original) => ({
  ...(await original<object>()),
  useCan: () => true,
}))

const ADA = { id: 'ada' } as Candidate
const BEN = { id: 'ben' } as Candidate

afterEach(() => {
  cleanup()
  clearSelection()
  toastStore.current = null
})

it('writes to one person, and looks as if it does not where several are selected', async () => {
  const choose = (...ids: string[]) =>
    act(async () => {
      selectionStore.selection = { ...selectionStore.selection, ids: new Set(ids) }
    })
  render(<EmailButton people={[ADA, BEN]} />)
  const button = screen.getByRole('button', { name: 'Email' })
  await choose('ada')
  expect(button.dataset.restricted).toBeUndefined()
  fireEvent.click(button)
  expect(askToEmail).toHaveBeenCalledExactlyOnceWith(ADA)

  await choose('ada', 'ben')
  expect(button.dataset.restricted).toBe('true')
  fireEvent.click(button)
  expect(askToEmail).toHaveBeenCalledOnce()
  expect(toastStore.current).toMatchObject(ONE_AT_A_TIME)
})
