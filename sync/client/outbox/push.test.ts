import { expect, it } from 'vitest'
import { Connection } from '#sync/client/stream/connection.ts'
import type { MutationResult, PushRequest } from '#sync/contract/wire.ts'
import { type Answer, scriptedFetch, spoilt } from '#tests/support/scripted-fetch.ts'
import { soon } from '#tests/support/soon.ts'
import { Outbox } from './outbox.ts'
import type { OutboxEntry } from './outbox-store.ts'
import { startPush } from './push.ts'

const nothing = () => undefined

/** An outbox whose entries leave it when they are answered. */
async function pushing(entries: number, ...answers: Answer[]) {
  const script = scriptedFetch(...answers)
  const closing = new AbortController()
  const outbox = await outboxOf(entries)
  const connection = new Connection({
    userId: 'ada',
    fetch: script.fetch,
    baseUrl: 'http://device.test',
    onReached: nothing,
    onLost: () => setTimeout(() => connection.retryNow()),
    onNeed: nothing,
    onContact: nothing,
  })
  const results: MutationResult[] = []
  startPush({
    userId: 'ada',
    connection,
    outbox,
    signal: closing.signal,
    onFault: nothing,
    async onResults(answered) {
      results.push(...answered)
      await outbox.replace(
        answered.map(({ id }) => id),
        [],
      )
    },
  })
  const pushes = () =>
    script.sent.map(({ json }) => (json as PushRequest).mutations.map(({ id }) => id))
  return { results, pushes, closing, ...script }
}

async function outboxOf(count: number): Promise<Outbox> {
  const entries = Array.from(
    { length: count },
    (_, index): OutboxEntry => ({
      id: String(index),
      seq: index,
      name: 'lists.delete',
      args: { id: crypto.randomUUID() },
      created_at: new Date().toISOString(),
      state: { kind: 'waiting' },
    }),
  )
  return Outbox.open({
    readAll: async () => entries,
    add: async () => [],
    replace: async () => [],
    setStates: async () => undefined,
    close: async () => undefined,
  })
}

const IDLE = { status: 'applied', txid: 1, tables: [] }
const applied: Answer = ({ json }) =>
  Response.json({
    results: (json as PushRequest).mutations.map(({ id }) => ({ ...IDLE, id })),
  })
const rejected: Answer = Response.json({
  results: [{ id: '0', status: 'rejected', code: 'gone', message: 'It was deleted.' }],
})

it('sends a hundred at a time, in order', async () => {
  const { results, pushes } = await pushing(150, applied, applied)
  await soon(() => expect(results.length).toBe(150))
  expect(pushes().map((ids) => [ids.length, ids[0], ids.at(-1)])).toEqual([
    [100, '0', '99'],
    [50, '100', '149'],
  ])
})

it('takes a refusal for an answer', async () => {
  const { results } = await pushing(1, rejected)
  await soon(() => expect(results).toMatchObject([{ status: 'rejected', code: 'gone' }]))
})

it.each<[string, Answer]>([
  ['is lost', new TypeError('fetch failed')],
  ['is cut off', spoilt('{"results": [{"id": "0", "stat')],
  ['is one to another push', Response.json({ results: ['8', '9'].map((id) => ({ ...IDLE, id })) })],
  ['leaves one out', Response.json({ results: [] })],
  ['refuses the push as a whole', spoilt('{}', 400)],
  ['is a fault', spoilt('{}', 500)],
])('sends the same again when the answer %s', async (_, answer) => {
  const { results, pushes } = await pushing(2, answer, applied)
  await soon(() => expect(results.length).toBe(2))
  expect(pushes()).toEqual([
    ['0', '1'],
    ['0', '1'],
  ])
})
