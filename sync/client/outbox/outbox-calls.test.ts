import { expect, it } from 'vitest'
import type { MutationTracker } from './mutation-tracker.ts'
import type { Outbox } from './outbox.ts'
import { outboxCalls } from './outbox-calls.ts'

it('runs an edit after those that another tab made before it, which are still being read', async () => {
  const ran: string[] = []
  let read = (_: unknown) => {}
  const outbox = {
    reload: () =>
      new Promise<unknown>((resolve) => {
        read = resolve
      }),
  } as unknown as Outbox
  const tracker = {
    enqueue: async () => void ran.push('lists.delete'),
    mutate: async (name: string) => void ran.push(name),
  } as unknown as MutationTracker
  const calls = outboxCalls({ outbox, tracker, send: () => {}, query: async () => [] })
  void calls.adopt()
  const undone = calls.mutate('lists.restore', {})
  read({ added: [{}], gone: [] })
  await undone
  expect(ran).toEqual(['lists.delete', 'lists.restore'])
})
