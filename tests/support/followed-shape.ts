/** A device that follows one shape, against a shape server whose answers a test has written. */
import { onTestFinished, vi } from 'vitest'
import { READER_HERE } from '#sync/client/stream/answer-reader.ts'
import { Connection, UnreachableError } from '#sync/client/stream/connection.ts'
import { RequestLimit } from '#sync/client/stream/request-limit.ts'
import { NONE_SEEN } from '#sync/client/stream/seen-transactions.ts'
import type { EarlyRows, ShapeBatch } from '#sync/client/stream/shape-batch.ts'
import { followShape, REQUESTS_PER_MINUTE } from '#sync/client/stream/shape-streams.ts'
import type { Cursor } from '#sync/client/tables/cursors.ts'
import { type ShapeId, type ShapeName, shapeId } from '#sync/contract/shapes.ts'
import { type Answer, scriptedFetch } from './scripted-fetch.ts'

const nothing = () => undefined

type Ask = Parameters<Parameters<typeof followShape>[0]['live']['ask']>

/** A live request that has not been answered yet. */
interface LiveRequest {
  position: Ask[0]
  signal: AbortSignal
  answer(response: Response): void
  fail(error: unknown): void
}

/** Follows a shape against a server with prepared responses; live requests wait for the test. */
export function following(
  answers: Answer[],
  given: {
    cursor?: Partial<Cursor>
    shape?: ShapeName
    owner?: string
    onBatch?: () => Promise<void>
    onEarlyRows?: (early: EarlyRows) => Promise<number | undefined>
    limit?: RequestLimit
  } = {},
) {
  const { cursor, onBatch = async () => undefined, onEarlyRows = async () => 1 } = given
  const shape = shapeId(given.shape ?? 'lists', given.owner ?? 'ada')
  const { limit = new RequestLimit(REQUESTS_PER_MINUTE) } = given
  const script = scriptedFetch(...answers)
  const closing = new AbortController()
  const connection = new Connection({
    userId: 'ada',
    fetch: script.fetch,
    baseUrl: 'http://device.test',
    onReached: nothing,
    onLost: () => setTimeout(() => connection.retryNow()),
    onNeed: nothing,
    onContact: nothing,
  })
  const cursors = new Map<ShapeId, Cursor>()
  if (cursor) {
    cursors.set(shape, {
      handle: 'h',
      offset: '5_0',
      count: 0,
      checksum: 0n,
      seen: NONE_SEEN,
      ...cursor,
    })
  }
  const live: LiveRequest[] = []
  const batches: ShapeBatch[] = []
  const earlyWrites: EarlyRows[] = []
  const faults: unknown[] = []
  const told = {
    onBehind: vi.fn(),
    onPaused: vi.fn(),
    onUnknown: vi.fn(),
    refetch: vi.fn(),
    onNotAMember: vi.fn(),
  }
  const followed = followShape({
    shape,
    userId: 'ada',
    baseUrl: 'http://device.test',
    connection,
    reader: READER_HERE,
    live: {
      ask: (position, signal) =>
        new Promise((answer, fail) => {
          live.push({ position, signal, answer, fail })
          signal.addEventListener('abort', () => fail(new UnreachableError('Given up.')))
        }),
    },
    replica: {
      cursors,
      isReadFrom: false,
      async refetch(name) {
        told.refetch(name)
        cursors.delete(name)
      },
      writeEarly(early) {
        earlyWrites.push(early)
        return onEarlyRows(early)
      },
    },
    async onBatch(batch) {
      batches.push(batch)
      await onBatch()
      cursors.set(shape, { ...batch.position, count: 0, checksum: 0n, seen: NONE_SEEN })
    },
    limit,
    onBehind: told.onBehind,
    onPaused: told.onPaused,
    onUnknown: told.onUnknown,
    onNotAMember: told.onNotAMember,
    onFault: (fault) => faults.push(fault),
    signal: closing.signal,
  })
  onTestFinished(async () => {
    closing.abort()
    await followed
  })
  return { ...script, ...told, live, batches, earlyWrites, faults, closing, followed }
}

interface Said {
  handle?: string
  offset?: string
  /** Null where the answer does not say so. */
  upToDate?: string | null
}

/** An answer of the shape server. */
export function says(rows: object[], { handle = 'h', offset = '5_0', upToDate = '5' }: Said = {}) {
  const end = { headers: { control: 'up-to-date', global_last_seen_lsn: upToDate } }
  return Response.json(upToDate === null ? rows : [...rows, end], {
    headers: {
      'electric-handle': handle,
      'electric-offset': offset,
      'electric-schema': JSON.stringify({
        id: { type: 'uuid' },
        export_count: { type: 'int4' },
        columns: { type: 'text', dims: 1 },
        cancel_at_period_end: { type: 'bool' },
      }),
      ...(upToDate === null ? {} : { 'electric-up-to-date': '' }),
      'electric-cursor': '1',
    },
  })
}

/** The response after which the shape must be fetched again, under another handle. */
export const mustRefetch = (handle: string) =>
  Response.json([{ headers: { control: 'must-refetch' } }], {
    status: 409,
    headers: { 'electric-handle': handle },
  })

/** A list's row, as texts. */
export const LIST = {
  id: '00000000-0000-4000-8000-000000000001',
  owner_id: 'ada',
  name: 'Texas',
  description: null,
  created_at: '2026-11-20 12:00:00+00',
  updated_at: '2026-11-20 12:00:00+00',
  deleted_at: null,
  created_by: 'ada',
  updated_by: 'ada',
  moved_to: null,
}
/** A list's row comes; with a transaction's id it was committed after the snapshot. */
export const inserted = (number: number, txid?: number) => ({
  key: `"public"."lists"/"${number}"`,
  value: { ...LIST, id: LIST.id.slice(0, -4) + String(number).padStart(4, '0') },
  headers: { operation: 'insert', ...(txid ? { txids: [txid] } : {}) },
})
/** The first list's name changes. */
export const renamed = (name: string, txid: number) => ({
  key: '"public"."lists"/"1"',
  value: { id: LIST.id, owner_id: 'ada', name },
  headers: { operation: 'update', txids: [txid] },
})
/** What a request asks for. */
export const queryOf = ({ path }: { path: string }) =>
  Object.fromEntries(new URL(path, 'http://device.test').searchParams)

/** The transactions that a fetch's snapshot saw. */
export const SNAPSHOT = { xmin: '8', xmax: '12', xip_list: ['9'] }
/** Ends a snapshot: says which transactions it saw. */
export const snapshotEnd = { headers: { control: 'snapshot-end', ...SNAPSHOT } }
