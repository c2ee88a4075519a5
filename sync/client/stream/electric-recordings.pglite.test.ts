import { readFile } from 'node:fs/promises'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Device, openDevice } from '#sync/client/device.ts'
import { openMemoryOutbox } from '#sync/client/outbox/memory-outbox.ts'
import { isSynced } from '#sync/client/status.ts'
import { AppError } from '#sync/contract/errors.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { shapeId } from '#sync/contract/shapes.ts'
import type { LiveRequest, LiveResponse, PushRequest } from '#sync/contract/wire.ts'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import { soon } from '#tests/support/soon.ts'

/*
 * A device against what a real Electric answered, message for message. Its live answers come when the
 * test lets them; every other shape is an empty one.
 */

interface Exchange {
  name: string
  asked: { offset: string; handle?: string; live?: boolean }
  status: number
  headers: Record<string, string>
  body: unknown
}
const { exchanges } = JSON.parse(
  await readFile(new URL('../../../tests/support/electric-1.7.12.json', import.meta.url), 'utf8'),
) as { exchanges: Exchange[] }
const recorded = (name: string): Exchange => {
  const found = exchanges.find((exchange) => exchange.name === name)
  if (!found) throw new Error(`Nothing was recorded of: ${name}`)
  return found
}

const OWNER = 'ada lovelace'
const SHAPE = 'saved_candidates'
const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
/** The transactions of the recording. */
const TXID = { insert: 1219, update: 1220, leaves: 1224, beforeTruncation: 1228 }

const EMPTY = [
  { headers: { control: 'snapshot-end', xip_list: [], xmax: '1219', xmin: '1219' } },
  { headers: { control: 'up-to-date', global_last_seen_lsn: '32583896' } },
]

function answerOf({ status, headers, body }: Omit<Exchange, 'name' | 'asked'>): Response {
  // What a shape server says of a request is not for devices: the gatekeeper says it in its own words.
  const error = new AppError('invalid_input', 'There is no such place in this shape.').toWire()
  const text = JSON.stringify(status === 400 ? error : body)
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** A server that answers as the recorded one did. */
function openRecorded() {
  /** What is answered from the start; live exchanges that may come; answers to pushes. */
  const script = {
    snapshot: recorded('the snapshot'),
    live: [] as Exchange[],
    instead: undefined as Exchange | undefined,
    txid: 0,
  }
  const asked: string[] = []
  const pushed: string[] = []
  let wake = () => {}

  function shape(name: string, { offset, handle }: { offset: string; handle?: string }): Response {
    if (name !== SHAPE) {
      const headers = { 'electric-handle': '1-1', 'electric-schema': '{}' }
      return offset === '-1'
        ? answerOf({
            status: 200,
            headers: { ...headers, 'electric-offset': '0_0' },
            body: EMPTY.slice(0, 1),
          })
        : answerOf({
            status: 200,
            headers: { ...headers, 'electric-offset': '0_inf', 'electric-up-to-date': '' },
            body: EMPTY.slice(1),
          })
    }
    asked.push(offset)
    const { instead } = script
    script.instead = undefined
    if (instead) return answerOf(instead)
    if (offset === '-1') return answerOf(script.snapshot)
    const next = exchanges.find(
      ({ asked }) => !asked.live && asked.offset === offset && asked.handle === handle,
    )
    // Where it stands at the end of the log nothing more has come.
    return next
      ? answerOf(next)
      : answerOf({
          status: 200,
          headers: {
            'electric-handle': handle ?? '',
            'electric-offset': offset,
            'electric-schema': '{}',
            'electric-up-to-date': '',
          },
          body: EMPTY.slice(1),
        })
  }

  async function live({ shapes }: LiveRequest, signal: AbortSignal): Promise<Response> {
    const position = shapes.find(({ name }) => name === SHAPE)
    for (;;) {
      signal.throwIfAborted()
      const [next] = script.live
      if (next && position && position.offset === next.asked.offset) {
        script.live.shift()
        const { status, headers, body } = next
        const answer = { name: SHAPE, status, headers, body: JSON.stringify(body) } as const
        return Response.json({ shapes: [answer] } satisfies LiveResponse)
      }
      await new Promise<void>((resolve) => {
        wake = resolve
        signal.addEventListener('abort', () => resolve())
      })
    }
  }

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input))
    if (pathname === '/api/shapes/live') {
      return live(JSON.parse(String(init?.body)), init?.signal ?? new AbortController().signal)
    }
    if (pathname === '/api/mutations') {
      const { mutations } = JSON.parse(String(init?.body)) as PushRequest
      pushed.push(...mutations.map(({ name }) => name))
      const done = { status: 'applied', txid: script.txid, tables: [SHAPE] }
      return Response.json({ results: mutations.map(({ id }) => ({ id, ...done })) })
    }
    const offset = searchParams.get('offset') ?? ''
    const handle = searchParams.get('handle')
    return shape(pathname.split('/').at(-1) ?? '', { offset, ...(handle ? { handle } : {}) })
  }
  return {
    fetch,
    script,
    asked,
    pushed,
    /** Lets the recorded live answers of these names come, one after another. */
    release(...names: string[]) {
      script.live.push(...names.map(recorded))
      wake()
    },
  }
}

let database: PGlite
beforeAll(async () => {
  database = await openDeviceDatabase()
}, 300_000)
afterAll(() => database.close())

let server: ReturnType<typeof openRecorded>
let device: Device
const faults: unknown[] = []
const open = () =>
  openDevice({
    userId: OWNER,
    database,
    outbox: openMemoryOutbox(),
    baseUrl: 'http://device.test',
    fetch: (input, init) => server.fetch(input, init),
    onFault: (fault) => faults.push(fault),
  })
beforeEach(async () => {
  await database.exec('drop schema public cascade; create schema public')
  faults.length = 0
  server = openRecorded()
  device = await open()
  await soon(() => expect(isSynced(device.status())).toBe(true))
})
afterEach(() => device.close())

/** The rows as the screen reads them: the last digit of who, the star, the note. */
async function rows(): Promise<string[]> {
  const { rows } = await database.query<{ row: string }>(`
    select right(candidate_id::text, 1) || ' ' || starred || ' ' || note as row
    from saved_candidates order by 1`)
  return rows.map(({ row }) => row)
}
const shows = (...expected: string[]) => soon(async () => expect(await rows()).toEqual(expected))
async function cursor() {
  const { rows } = await database.query<{ offset: string; seen: { txids: number[] } }>(
    `select "offset", seen from cursors where shape = $1`,
    [shapeId(SHAPE, OWNER)],
  )
  return { offset: rows[0]?.offset, txids: rows[0]?.seen.txids }
}

const FIRST = '1 true quote " back \\ tab\t é'

it('reads a snapshot to its end, and is synced', async () => {
  await shows(FIRST, '2 false second')
  expect(server.asked).toEqual(['-1', '0_0'])
  expect(await cursor()).toEqual({ offset: '0_inf', txids: [] })
  expect(device.status()).toEqual({
    state: 'live',
    isComplete: true,
    isKept: true,
    pending: 0,
    rejected: 0,
    need: null,
    isServerBusy: false,
    isPaused: false,
    version: CONTRACT_VERSION,
    unknownMessages: 0,
  })
  expect(faults).toEqual([])
})

it('follows inserts, updates, deletes, whole transactions and rows that leave', async () => {
  server.release('live: an insert')
  await shows(FIRST, '2 false second', '3 false third')
  server.release('live: an update')
  await shows(FIRST, '2 true second', '3 false third')
  server.release('live: a delete')
  await shows('2 true second', '3 false third')
  server.release('live: one transaction with an insert, an update and a delete')
  await shows('2 true second', '4 true again')
  server.release(
    'live: an update that changes nothing, then a row that leaves for another owner',
    'live: nothing, for as long as it waits',
  )
  await shows('2 true second')
  expect(await cursor()).toEqual({ offset: '32589528_0', txids: [1219, 1220, 1221, 1222, 1224] })
  await soon(() => expect(isSynced(device.status())).toBe(true))
  expect([faults, server.asked]).toEqual([[], ['-1', '0_0']])
})

const star = (number: number) =>
  device.mutate('candidates.star', { candidate_id: idOf(number), starred: true })

it('lets an edit go when the stream names its transaction, and not before', async () => {
  server.script.txid = TXID.update
  await star(2)
  await soon(async () => expect((await device.pending())[0]?.state.kind).toBe('applied'))
  server.release('live: an insert')
  await shows(FIRST, '2 true second', '3 false third')
  expect(device.status().pending).toBe(1)
  server.release('live: an update')
  await soon(() => expect(isSynced(device.status())).toBe(true))
  await shows(FIRST, '2 true second', '3 false third')
  expect(server.pushed).toEqual(['candidates.star'])
})

it('lets an edit go at its answer when the stream came first', async () => {
  server.release('live: an insert', 'live: an update')
  await shows(FIRST, '2 true second', '3 false third')
  server.script.txid = TXID.update
  await device.mutate('candidates.note', { candidate_id: idOf(2), note: 'x', previous: 'second' })
  await soon(() => expect(isSynced(device.status())).toBe(true))
})

it('fetches a truncated table anew, and lets go of the edit that its snapshot holds', async () => {
  server.release(
    'live: an insert',
    'live: an update',
    'live: a delete',
    'live: one transaction with an insert, an update and a delete',
    'live: an update that changes nothing, then a row that leaves for another owner',
  )
  await shows('2 true second')
  server.script.txid = TXID.beforeTruncation
  await device.mutate('candidates.note', {
    candidate_id: idOf(2),
    note: 'after',
    previous: 'second',
  })
  await soon(async () => expect((await device.pending())[0]?.state.kind).toBe('applied'))
  server.script.snapshot = recorded('the snapshot after it')
  server.release('live: the table is truncated')
  await soon(() => expect(isSynced(device.status())).toBe(true))
  await shows('2 true after')
  // The official client may ask for an end once more that it was told of in the minute before.
  expect(server.asked.slice(0, 4)).toEqual(['-1', '0_0', '-1', '0_0'])
  expect(server.pushed).toEqual(['candidates.note', 'candidates.note'])
  expect([faults, device.status().unknownMessages]).toEqual([[], 0])
})

it.each([
  ['a handle that is gone', 0],
  ['an offset past the end', 1],
])('opened again, fetches anew where it names %s', async (name, faultCount) => {
  await device.close()
  await database.query(`update cursors set handle = '123-456' where shape = $1`, [
    shapeId(SHAPE, OWNER),
  ])
  server.script.instead = recorded(name)
  device = await open()
  await soon(() => expect(isSynced(device.status())).toBe(true))
  await shows(FIRST, '2 false second')
  expect(server.asked.slice(0, 5)).toEqual(['-1', '0_0', '0_inf', '-1', '0_0'])
  expect(faults).toHaveLength(faultCount)
})

it('pauses where each snapshot ends with what nobody can read, says so, and goes on by itself', async () => {
  await device.close()
  const { snapshot } = server.script
  const body = [...(snapshot.body as object[]).slice(0, 2), { headers: { event: 'of-tomorrow' } }]
  server.script.snapshot = { ...snapshot, body }
  await database.query('delete from cursors where shape = $1', [shapeId(SHAPE, OWNER)])
  device = await open()
  await soon(() => expect(device.status().isPaused).toBe(true))
  expect(isSynced(device.status())).toBe(false)
  expect(faults).toHaveLength(5)
  server.script.snapshot = snapshot
  device.flush()
  await soon(() => expect(isSynced(device.status())).toBe(true))
  expect(device.status().isPaused).toBe(false)
  await shows(FIRST, '2 false second')
})
