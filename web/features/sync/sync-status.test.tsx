// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { StatusBoard, type SyncStatus } from '#sync/client/status.ts'
import { setBadgeCount } from '#web/lib/app-badge.ts'
import { replicaStore } from '#web/replica/replica.ts'
import { SyncStatus as Shown } from './sync-status.tsx'

vi.mock('#web/lib/app-badge.ts', () => ({ setBadgeCount: vi.fn() }))
vi.mock('#web/lib/hooks/use-online.ts', () => ({ useOnline: () => true }))

afterEach(() => {
  cleanup()
  replicaStore.status = null
})

it.each<[string, string, Partial<SyncStatus>]>([
  ['Synced', 'off', {}],
  ['2 waiting', 'off', { pending: 2 }],
  ['Needs attention 3', 'polite', { rejected: 3 }],
  ['Sync paused', 'polite', { isPaused: true }],
])('"%s" is announced: %s; the icon counts what was refused', async (words, live, change) => {
  const status = { ...new StatusBoard().status, state: 'live', ...change } as const
  replicaStore.status = status
  await act(async () => render(<Shown />))
  expect(screen.getByRole('status').textContent).toBe(words)
  expect(screen.getByRole('status').getAttribute('aria-live')).toBe(live)
  expect(setBadgeCount).toHaveBeenLastCalledWith('refused', status.rejected)
})
