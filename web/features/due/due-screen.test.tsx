import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { type LiveQuery, useLiveQuery } from '#web/replica/use-live-query.ts'
import { DueScreen } from './due-screen.tsx'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

type Answer = Pick<LiveQuery<never>, 'status' | 'absence'>
const NONE: Answer = { status: 'ready', absence: 'none' }

/** The screen without a row of either query. */
function shown({ due = NONE, calls = NONE }: { due?: Answer; calls?: Answer }): string {
  vi.mocked(useLiveQuery).mockImplementation((name) => ({
    ...NO_ROWS,
    ...(name === 'people.calling' ? calls : name === 'people.due' ? due : NONE),
  }))
  return renderToStaticMarkup(<DueScreen />)
}

it('nothing is said to be due only once steps and calls are known', () => {
  expect(shown({})).toContain('Nothing is due')
  for (const query of ['due', 'calls']) {
    const loading = shown({ [query]: { status: 'loading', absence: 'loading' } })
    expect(loading).toContain('Loading what is due')
    expect(loading).not.toContain('Nothing is due')
    // The answer is that of the last visit.
    const coming = shown({ [query]: { status: 'ready', absence: 'loading' } })
    expect(coming).toContain('Loading what is due')
    expect(coming).not.toContain('Nothing is due')
    const failed = shown({ [query]: { status: 'failed', absence: 'loading' } })
    expect(failed).toContain('What is due could not be read')
    expect(failed).not.toMatch(/Nothing is due|Loading what is due/)
  }
})
