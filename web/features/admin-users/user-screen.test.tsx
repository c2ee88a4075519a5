// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { fetchUser } from './accounts-client.ts'
import { UserScreen } from './user-screen.tsx'

vi.mock('./accounts-client.ts', () => ({ fetchUser: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => children,
}))

afterEach(cleanup)

it.each(['not_found', 'invalid_input'] as const)(
  'an address that names no account (%s) says so',
  async (code) => {
    vi.mocked(fetchUser).mockRejectedValue(new ApiError(code, 'id: not valid text'))
    render(<UserScreen userId={'\u0000'} onDeleted={() => undefined} />)
    await screen.findByText('There is no such user')
  },
)
