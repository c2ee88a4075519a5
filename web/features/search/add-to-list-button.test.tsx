import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { type Action, type Actor, gateOf, VISITOR } from '#sync/contract/permissions.ts'
import { AddToListButton } from './add-to-list-button.tsx'

const actor = vi.hoisted(() => ({ now: undefined as Actor | undefined }))
vi.mock('#web/session/session.ts', async (load) => ({
  ...(await load<typeof import('#web/session/session.ts')>()),
  useGate: (action: Action) => gateOf(actor.now ?? VISITOR, action),
}))

const DEMO: Actor = { ...VISITOR, role: 'demo', id: 'demo' }

it('DEMO-09 says that adding is disabled to a demo account, and not to one with the grant', () => {
  actor.now = DEMO
  expect(renderToStaticMarkup(<AddToListButton />)).toContain(
    'data-tooltip="Adding to lists is disabled in demo mode"',
  )
  actor.now = { ...DEMO, grants: ['saveLists'] }
  expect(renderToStaticMarkup(<AddToListButton />)).not.toContain('data-tooltip')
})
