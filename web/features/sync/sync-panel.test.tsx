import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { PendingMutation } from '#sync/client/outbox/pending-mutation.ts'
import { AppError } from '#sync/contract/errors.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { SyncPanel } from './sync-panel.tsx'

const { entries, presses, decided, failure } = vi.hoisted(() => ({
  entries: [] as PendingMutation[],
  /** What presses do, by the words of the button. */
  presses: new Map<ReactNode, () => void>(),
  decided: [] as string[],
  failure: { current: null as Error | null },
}))
vi.mock('#web/replica/use-pending.ts', () => ({ usePending: () => entries }))
vi.mock('#web/replica/replica.ts', async (importOriginal) => {
  const decide = (how: string) => async (id: string) => {
    if (failure.current) throw failure.current
    decided.push(`${how} ${id}`)
  }
  const device = {
    retry: decide('retry'),
    discard: decide('discard'),
    saveCopy: decide('saveCopy'),
  }
  return {
    ...(await importOriginal<typeof import('#web/replica/replica.ts')>()),
    openedReplica: () => Promise.resolve(device),
  }
})
vi.mock('#web/ui/drawer.tsx', () => ({
  Drawer: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('#web/ui/button.tsx', () => ({
  Button: ({ children, onClick }: { children: ReactNode; onClick(): void }) => {
    presses.set(children, onClick)
    return <button type="button">{children}</button>
  },
}))

const pending = (id: string, more: Partial<PendingMutation>): PendingMutation =>
  ({
    id,
    name: 'lists.rename',
    args: { id: 'a list', name: id },
    created_at: '2026-11-23T15:00:00Z',
    state: { kind: 'pending' },
    canCopy: false,
    ...more,
  }) as unknown as PendingMutation

const REJECTED = {
  kind: 'rejected',
  code: 'gone',
  message: '',
} as unknown as PendingMutation['state']

function shown(...now: PendingMutation[]): string {
  presses.clear()
  entries.splice(0, entries.length, ...now)
  return renderToStaticMarkup(<SyncPanel onClose={() => undefined} />)
}

it('a refused change says how many later ones wait with it, and those are no items of their own', () => {
  const refused = pending('Nights', { state: REJECTED })
  const later = (id: string) => pending(id, { parentId: 'Nights' })
  expect(shown(refused)).not.toContain('with it')
  expect(shown(refused, later('one'))).toContain('1 later change waits with it.')
  const two = shown(refused, later('one'), later('two'), pending('other', {}))
  expect(two).toContain('2 later changes wait with it.')
  expect(two.match(/<li/g)).toHaveLength(2)
})

it('what one decides about a refused change is done to it', async () => {
  shown(pending('Nights', { state: REJECTED, canCopy: true }))
  for (const [words, how] of [
    ['Retry', 'retry'],
    ['Save a copy', 'saveCopy'],
    ['Discard', 'discard'],
  ]) {
    presses.get(words)?.()
    await vi.waitFor(() => expect(decided.pop()).toBe(`${how} Nights`))
  }
})

it('a decision that could not be kept is told', async () => {
  shown(pending('Nights', { state: REJECTED }))
  failure.current = new AppError('internal_error', 'The disk is full.')
  presses.get('Discard')?.()
  await vi.waitFor(() =>
    expect(toastStore.current).toMatchObject({
      title: 'The change is where it was',
      description: 'The disk is full.',
      tone: 'danger',
    }),
  )
  failure.current = null
  expect(decided).toEqual([])
})

it('a copy is offered only where one can be made, a retry only of a change that is understood', () => {
  expect(shown(pending('Nights', { state: REJECTED }))).not.toContain('Save a copy')
  const name = 'lists.unheard' as PendingMutation['name']
  const unknown = shown(pending('Nights', { name, state: REJECTED }))
  expect(unknown).toContain('A change')
  expect([...presses.keys()]).toEqual(['Discard'])
})
