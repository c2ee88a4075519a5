// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { AbsentList } from './absent-list.tsx'
import { useList } from './use-list.ts'

const { leave } = vi.hoisted(() => ({ leave: vi.fn() }))
vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
vi.mock('#web/session/session.ts', () => ({ useActor: () => ({ id: 'me' }) }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useNavigate: () => leave,
}))

function Screen() {
  const at = useList('a list', null)
  return at.list ? <p>Here</p> : <AbsentList at={at} skeleton={null} />
}

/** Answers for the list, and for the deleted ones; undefined where those cannot be read. */
function answer(one: object[], deleted: object[] | undefined): void {
  vi.mocked(useLiveQuery).mockImplementation(((name: string) => {
    if (name === 'lists.one') return { ...NO_ROWS, rows: one }
    return { ...NO_ROWS, rows: deleted ?? [], status: deleted ? 'ready' : 'failed' }
  }) as unknown as typeof useLiveQuery)
}

const LIST = { id: 'a list', owner_id: 'me', name: 'Night shifts' }

it('the screen of a list that goes is left, unless it was deleted', () => {
  answer([LIST], [])
  const { rerender } = render(<Screen />)
  expect(screen.getByText('Here')).toBeDefined()
  answer([], [LIST])
  rerender(<Screen />)
  expect(screen.getByText('“Night shifts” was deleted')).toBeDefined()
  expect(leave).not.toHaveBeenCalled()
  // Of another owner is another list.
  answer([], [{ ...LIST, owner_id: 'a team' }])
  rerender(<Screen />)
  expect(leave).toHaveBeenCalledOnce()
})

it('the screen of a list that goes is left where the deleted ones cannot be read', () => {
  leave.mockClear()
  answer([LIST], [])
  const { rerender } = render(<Screen />)
  answer([], undefined)
  rerender(<Screen />)
  expect(leave).toHaveBeenCalledWith({ to: '/directory', replace: true })
})

it('LISTS-20 a deleted list that is opened is not found', () => {
  leave.mockClear()
  answer([], [LIST])
  render(<Screen />)
  expect(leave).toHaveBeenCalledWith({ to: '/directory', replace: true })
})
