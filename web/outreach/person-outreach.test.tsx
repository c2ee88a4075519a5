import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { PersonTouches } from '#sync/contract/outreach-queries.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { type LiveQuery, useLiveQuery } from '#web/replica/use-live-query.ts'
import { PersonOutreach } from './person-outreach.tsx'
import { untouched } from './untouched.ts'

const known = vi.hoisted(() => ({ touches: undefined as PersonTouches | undefined }))
vi.mock('./touches.ts', () => ({ useTouches: () => known.touches }))
vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))

/** The person, as the note's query answers. */
function shown(note: Partial<LiveQuery<unknown>>): string {
  vi.mocked(useLiveQuery).mockImplementation((name) => ({
    ...NO_ROWS,
    ...((name === 'candidates.one' ? note : {}) as object),
  }))
  return renderToStaticMarkup(<PersonOutreach person={{ id: 'zenobia', name: 'Zenobia Vale' }} />)
}

it('a private note is offered only once it is known that there is none', () => {
  expect(shown({})).toContain('Add a private note')
  for (const [status, absence] of [
    ['ready', 'away'],
    ['ready', 'loading'],
    ['failed', 'loading'],
    ['failed', 'away'],
  ] as const) {
    expect(shown({ status, absence })).not.toContain('private note')
  }
  const kept = shown({ rows: [{ note: 'Prefers nights' }], absence: 'away' })
  expect(kept).toContain('Prefers nights')
  expect(kept).toContain('Edit note')
})

it('nobody is said to be untouched before that is known', () => {
  expect(shown({})).not.toContain('Never touched')
  known.touches = untouched('zenobia')
  expect(shown({})).toContain('Never touched')
})
