import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Candidate } from '#api/contract/candidates.ts'
import { type Action, type Actor, can, VISITOR } from '#sync/contract/permissions.ts'
import { FocusedPreview } from './preview.tsx'

const actor = vi.hoisted(() => ({ now: undefined as Actor | undefined }))
vi.mock('#web/session/session.ts', async (load) => ({
  ...(await load<typeof import('#web/session/session.ts')>()),
  useIsRefused: (action: Action) => !can(actor.now ?? VISITOR, action),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('./contact-slot.tsx', () => ({ ContactSlot: () => null }))

const ZENOBIA = {
  id: 'p1',
  first_name: 'Zenobia',
  last_name: 'Vale',
  contacts: [{ kind: 'work_email', source: 'test', verified_at: null }],
  skills: [],
} as Partial<Candidate> as Candidate

it('the preview’s buttons look refused to a demo account, unless a grant opens what they do', () => {
  const restricted = () => {
    const html = renderToStaticMarkup(<FocusedPreview people={[ZENOBIA]} />)
    return [...html.matchAll(/<button[^>]*data-restricted.*?<\/button>/g)].map(([button]) =>
      button.replaceAll(/<[^>]+>/g, ''),
    )
  }
  const demo: Actor = { ...VISITOR, role: 'demo', id: 'demo' }
  actor.now = demo
  expect(restricted()).toEqual(['Add to list', 'Send email'])
  actor.now = { ...demo, grants: ['saveLists'] }
  expect(restricted()).toEqual(['Send email'])
})
