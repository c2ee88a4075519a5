import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { CallBlockScreen } from './call-block-screen.tsx'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

const LIST = { id: 'a list', owner_id: 'me', name: 'Night shifts' }

it('everybody is said to be done only once it is known who is on the list', () => {
  const shown = (absence: 'none' | 'loading' | 'away') => {
    vi.mocked(useLiveQuery).mockImplementation((name) => ({
      rows: (name === 'lists.one' ? [LIST] : []) as never[],
      status: 'ready',
      isStale: absence !== 'none',
      absence,
    }))
    return renderToStaticMarkup(<CallBlockScreen listId="a list" team={null} />)
  }
  expect(shown('none')).toContain('Everybody is done')
  expect(shown('loading')).not.toContain('Everybody is done')
  expect(shown('loading')).toContain('Loading the call block')
  expect(shown('away')).not.toContain('Everybody is done')
  expect(shown('away')).toContain('on this device yet')
})
