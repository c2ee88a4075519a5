// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { openSupport } from './accounts-client.ts'
import { SupportEntry } from './support-entry.tsx'

vi.mock('./accounts-client.ts', () => ({ openSupport: vi.fn(async () => 'ada') }))
const navigate = vi.fn()
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate, useRouter: () => null }))

afterEach(cleanup)

it('a support code is six digits, without the invisible characters it was copied with', async () => {
  render(<SupportEntry />)
  fireEvent.click(screen.getByRole('button', { name: 'Support code' }))
  const enter = (code: string) => {
    fireEvent.change(screen.getByLabelText('Code'), { target: { value: code } })
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  }
  enter('12345')
  await screen.findByText('Please enter the six digits.')
  expect(openSupport).not.toHaveBeenCalled()
  enter('\u200b 123\u00a0456 ')
  await waitFor(() => expect(openSupport).toHaveBeenCalledExactlyOnceWith('123\u00a0456'))
  expect(navigate).toHaveBeenCalledExactlyOnceWith({ to: '/users/$id', params: { id: 'ada' } })
})
