import { afterEach, expect, it, vi } from 'vitest'
import { StatusBoard, type SyncState } from '#sync/client/status.ts'
import type { Cursor } from '#sync/client/tables/cursors.ts'
import { wait } from '#sync/client/wait.ts'
import { type ShapeId, shapeId, shapesOf, splitShapeId } from '#sync/contract/shapes.ts'
import { scriptedFetch } from '#tests/support/scripted-fetch.ts'
import { soon } from '#tests/support/soon.ts'
import { READER_HERE } from './answer-reader.ts'
import { Connection, UnreachableError } from './connection.ts'
import { FollowedShapes } from './followed-shapes.ts'
import { NONE_SEEN } from './seen-transactions.ts'

const MEMBERSHIPS = shapeId('memberships', 'ada')
const OWN = shapesOf('account').map((name) => shapeId(name, 'ada'))
const shapesOfTeam = (team: string) => shapesOf('team').map((name) => shapeId(name, team))

/** A row of `memberships`, as far as the query that the class asks of the tables looks at it. */
interface Membership {
  team_id: string
  ended_at: string | null
}

const inTeam = (team_id: string): Membership => ({ team_id, ended_at: null })
const ended = (team_id: string): Membership => ({ team_id, ended_at: '2026-01-01' })

interface Given {
  /** Rows of `memberships` on the device. */
  rows?: Membership[]
  /** Those on the server. */
  served?: Membership[]
  /** Shapes of which rows are on the device. */
  held?: readonly ShapeId[]
  /** Teams whose rows were removed from the device. */
  left?: string[]
  /** Shapes that the server does not answer until the test lets it. */
  waiting?: readonly ShapeId[]
}

const closing: (() => Promise<void>)[] = []
const gates: (() => void)[] = []
afterEach(async () => {
  // What still waits would keep a device from closing.
  for (const open of gates.splice(0)) open()
  for (const close of closing.splice(0)) await close()
})

/** What waits until the test lets it go on. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  gates.push(open)
  return { opened, open }
}

/** The streams of a device, over tables in memory and a server that answers every shape at once. */
function device(given: Given = {}) {
  const server = {
    memberships: given.served ?? given.rows ?? [],
    waiting: new Map((given.waiting ?? []).map((shape) => [shape, gate()])),
  }
  const tables = {
    memberships: given.rows ?? [],
    cursors: new Map((given.held ?? []).map((shape) => [shape, cursorAt('1_0')])),
    left: new Set(given.left),
    /** What happened to rows and streams, in order. */
    log: [] as string[],
    /** Awaited before a batch is written, after it was, and before memberships are read. */
    onBatch: async (_shape: ShapeId): Promise<void> => undefined,
    onWritten: async (_shape: ShapeId): Promise<void> => undefined,
    onQuery: async (): Promise<void> => undefined,
    /** Awaited before a team's rows are removed. */
    onRemoval: async (): Promise<void> => undefined,
  }
  const ending = new AbortController()
  const board = new StatusBoard()
  const states: SyncState[] = []
  board.listen(({ state }) => {
    if (states.at(-1) !== state) states.push(state)
  })
  const faults: unknown[] = []
  const told = { onRefetched: vi.fn() }
  const asked: ShapeId[] = []
  let position = 1

  async function answer(shape: ShapeId): Promise<Response> {
    asked.push(shape)
    await server.waiting.get(shape)?.opened
    position += 1
    return upToDate(`${position}_0`)
  }

  const connection = new Connection({
    userId: 'ada',
    baseUrl: 'http://device.test',
    fetch: scriptedFetch(
      ...Array.from({ length: 200 }, () => ({ path }: { path: string }) => {
        const { pathname, searchParams } = new URL(path, 'http://device.test')
        const name = pathname.split('/').at(-1) as Parameters<typeof shapeId>[0]
        return answer(shapeId(name, searchParams.get('owner') ?? 'ada'))
      }),
    ).fetch,
    onReached: () => shapes.reached(),
    onLost: () => board.dispatch('lost_server'),
    onNeed: () => undefined,
    onContact: () => undefined,
  })
  /** Live requests, which wait for the test. */
  const live = new Map<ShapeId, { answer(response: Response): void; fail(error: unknown): void }>()

  const shapes: FollowedShapes = new FollowedShapes({
    userId: 'ada',
    baseUrl: 'http://device.test',
    pauseScale: 0.001,
    connection,
    reader: READER_HERE,
    board,
    signal: ending.signal,
    onFault: (fault) => faults.push(fault),
    onRefetched: told.onRefetched,
    live: {
      ask: ({ name, owner }, signal) =>
        new Promise((answer, fail) => {
          const shape = shapeId(name, owner ?? 'ada')
          const settled =
            <Value>(settle: (value: Value) => void) =>
            (value: Value): void => {
              live.delete(shape)
              settle(value)
            }
          live.set(shape, { answer: settled(answer), fail: settled(fail) })
          signal.addEventListener('abort', () => settled(fail)(new UnreachableError('Given up.')))
        }),
    },
    database: {
      // As the tables would answer the one query that is asked.
      query: (async (sql: string) => {
        await tables.onQuery()
        const rows = tables.memberships
          .filter(({ ended_at }) => ended_at === null || !sql.includes('where ended_at is null'))
          .map(({ team_id }) => ({ team_id, was_left: tables.left.has(team_id) }))
        return { rows }
      }) as never,
    },
    replica: {
      cursors: tables.cursors,
      get teams() {
        const owners = [...tables.cursors.keys()].map((shape) => splitShapeId(shape).ownerId)
        return new Set(owners.filter((owner) => owner !== 'ada'))
      },
      refetch: async (shape) => void tables.cursors.delete(shape),
      writeEarly: async () => undefined,
      isReadFrom: false,
      admit: (team) => void tables.log.push(`admit ${team}`),
    },
    tracker: {
      async applyBatch({ shape, position: { offset } }) {
        await tables.onBatch(shape)
        tables.cursors.set(shape, cursorAt(offset))
        if (shape === MEMBERSHIPS) {
          const isNews = tables.memberships !== server.memberships
          tables.memberships = server.memberships
          // As the device does when a table changed.
          if (isNews) shapes.readMemberships()
        }
        await tables.onWritten(shape)
      },
      join: (team) => void tables.log.push(`join ${team}`),
      leave: async (team) => void tables.log.push(`reject edits of ${team}`),
    },
    async removeRows(team) {
      await tables.onRemoval()
      const isFollowed = shapesOfTeam(team).some((shape) => live.has(shape))
      tables.log.push(`remove rows of ${team}${isFollowed ? ', still followed' : ''}`)
      tables.left.add(team)
      for (const shape of shapesOfTeam(team)) tables.cursors.delete(shape)
    },
  })
  closing.push(async () => {
    ending.abort()
    connection.close()
    await shapes.ended()
  })
  /** A shape's live request is lost, and it is asked for again. */
  const lose = (shape: ShapeId) => live.get(shape)?.fail(new UnreachableError('Lost.'))
  /** Lets the server answer a shape that waits. */
  const release = (shape: ShapeId) => server.waiting.get(shape)?.open()
  const hold = (shape: ShapeId) => server.waiting.set(shape, gate())
  const isAsked = (team: string) => shapesOfTeam(team).every((shape) => asked.includes(shape))
  const isLive = () =>
    soon(() => expect([board.status.state, board.status.isComplete]).toEqual(['live', true]))
  const end = () => ending.abort()
  return {
    ...{ shapes, server, tables, board, states, asked, live, faults, lose, release, hold },
    ...{ isAsked, isLive, end, ...told },
  }
}

/** A device that is open and has all there is, in a team. */
async function liveDevice() {
  const started = device({ rows: [inTeam('desk')], held: [...OWN, ...shapesOfTeam('desk')] })
  await started.shapes.start()
  await started.isLive()
  started.tables.log.length = 0
  started.asked.length = 0
  return started
}

const refusal = () => Response.json({}, { status: 403 })
/** Long enough for what would happen at once. */
const pause = () => wait(50)

function cursorAt(offset: string): Cursor {
  return { handle: 'h', offset, count: 0, checksum: 0n, seen: NONE_SEEN }
}

/** The answer of a shape without changes. */
const upToDate = (offset: string) =>
  Response.json([{ headers: { control: 'up-to-date', global_last_seen_lsn: '5' } }], {
    headers: {
      'electric-handle': 'h',
      'electric-offset': offset,
      'electric-schema': '{}',
      'electric-up-to-date': '',
      'electric-cursor': '1',
    },
  })

it('follows the account, and the teams of its memberships once they are known', async () => {
  const { shapes, states, asked, tables, release, isAsked, isLive } = device({
    served: [inTeam('desk'), ended('clinic')],
    waiting: [MEMBERSHIPS],
  })
  await shapes.start()
  await soon(() => expect(asked.toSorted()).toEqual(OWN.toSorted()))
  await pause()
  expect(asked).toHaveLength(OWN.length)
  release(MEMBERSHIPS)
  await isLive()
  expect([isAsked('desk'), isAsked('clinic')]).toEqual([true, false])
  // Before its rows come, both let them in again that may have kept them out.
  expect(tables.log).toEqual(['admit desk', 'join desk'])
  expect(states).toEqual(['first_sync', 'live'])
})

it('follows the teams that the rows here name before the server has answered', async () => {
  const { shapes, board, isAsked } = device({
    rows: [inTeam('desk')],
    held: [...OWN, ...shapesOfTeam('desk')],
    waiting: OWN,
  })
  await shapes.start()
  await soon(() => expect(isAsked('desk')).toBe(true))
  expect(board.status).toMatchObject({ state: 'behind', isComplete: true })
})

it('removes the rows of a team that the account is not in by the rows here', async () => {
  const { shapes, tables, isAsked, isLive } = device({
    rows: [ended('desk')],
    held: [...OWN, ...shapesOfTeam('desk')],
  })
  await shapes.start()
  expect(tables.log).toEqual(['reject edits of desk', 'remove rows of desk'])
  await isLive()
  expect(isAsked('desk')).toBe(false)
})

it('leaves a team whose membership ends: first its streams, then unsent edits, then its rows', async () => {
  const { server, tables, lose, isLive, live } = await liveDevice()
  server.memberships = [ended('desk')]
  lose(MEMBERSHIPS)
  await soon(() => expect(tables.log).toEqual(['reject edits of desk', 'remove rows of desk']))
  await isLive()
  expect(shapesOfTeam('desk').filter((shape) => live.has(shape))).toEqual([])
})

it('leaves a team that the server refuses, once for all of its shapes, and nothing else', async () => {
  const { tables, live, isLive, asked } = await liveDevice()
  live.get(shapeId('lists', 'ada'))?.answer(refusal())
  for (const shape of shapesOfTeam('desk')) live.get(shape)?.answer(refusal())
  await soon(() => expect(tables.log).toEqual(['reject edits of desk', 'remove rows of desk']))
  await isLive()
  await pause()
  expect(tables.log).toHaveLength(2)
  expect(asked).toEqual([])
})

it('leaves a team once, for two reasons at a time', async () => {
  const { shapes, tables } = await liveDevice()
  const leave = () => shapes.leave('desk', { isRemoved: true })
  await Promise.all([leave(), leave()])
  expect(tables.log).toEqual(['reject edits of desk', 'remove rows of desk'])
})

it('an open device is in a team again with the change of the memberships that says so', async () => {
  const { server, tables, live, lose, isAsked, isLive } = await liveDevice()
  live.get(shapeId('lists', 'desk'))?.answer(refusal())
  await soon(() => expect(tables.log).toContain('remove rows of desk'))
  server.memberships = [inTeam('desk')]
  // Followed while that change is being written, when its shape is not up to date yet.
  const written = gate()
  tables.onWritten = async (shape) => (shape === MEMBERSHIPS ? written.opened : undefined)
  lose(MEMBERSHIPS)
  await soon(() => expect(isAsked('desk')).toBe(true))
  expect(tables.log.slice(-2)).toEqual(['admit desk', 'join desk'])
  written.open()
  await isLive()
})

it('follows a team again only once the rows of its time before are removed', async () => {
  const { tables, server, live, lose, isLive, board } = await liveDevice()
  const removal = gate()
  tables.onRemoval = () => removal.opened
  live.get(shapeId('lists', 'desk'))?.answer(refusal())
  await soon(() => expect(tables.log).toEqual(['reject edits of desk']))
  server.memberships = [inTeam('desk')]
  lose(MEMBERSHIPS)
  await soon(() => expect(tables.memberships).toBe(server.memberships))
  await pause()
  expect(tables.log).toEqual(['reject edits of desk'])
  expect(board.status.isComplete).toBe(false)
  removal.open()
  await isLive()
  expect(tables.log.slice(1)).toEqual(['remove rows of desk', 'admit desk', 'join desk'])
})

it('a device that starts believes a refusal more than its rows, until they are up to date', async () => {
  const { shapes, asked, release, isAsked, isLive } = device({
    rows: [inTeam('desk')],
    left: ['desk'],
    held: OWN,
    waiting: [MEMBERSHIPS],
  })
  await shapes.start()
  await soon(() => expect(asked.toSorted()).toEqual(OWN.toSorted()))
  await pause()
  expect(asked).toHaveLength(OWN.length)
  release(MEMBERSHIPS)
  await isLive()
  expect(isAsked('desk')).toBe(true)
})

it('fetches a team whose lease is over again at once, and rejects no edits', async () => {
  const { shapes, tables, lose, hold, board, isAsked } = await liveDevice()
  hold(MEMBERSHIPS)
  lose(MEMBERSHIPS)
  await soon(() => expect(board.status.state).toBe('behind'))
  await shapes.leave('desk', { isRemoved: false })
  await shapes.followTeams()
  await soon(() => expect(isAsked('desk')).toBe(true))
  expect(tables.log).toEqual(['remove rows of desk', 'admit desk', 'join desk'])
})

it('says that rows may be missing until changed memberships were looked at', async () => {
  const { server, tables, board, lose, isLive } = await liveDevice()
  const read = gate()
  tables.onQuery = () => read.opened
  server.memberships = [inTeam('desk'), ended('clinic')]
  lose(MEMBERSHIPS)
  await soon(() => expect(tables.memberships).toBe(server.memberships))
  await pause()
  expect(board.status).toMatchObject({ state: 'behind', isComplete: false })
  read.open()
  await isLive()
})

it('is behind while any shape is, of the account or of a team', async () => {
  const { board, live, lose, hold, release, isLive } = await liveDevice()
  for (const shape of [shapeId('lists', 'ada'), shapeId('lists', 'desk')]) {
    hold(shape)
    lose(shape)
    await soon(() => expect(board.status.state).toBe('behind'))
    // Another one has news meanwhile.
    live.get(shapeId('reveals', 'ada'))?.answer(upToDate('100_0'))
    await pause()
    expect(board.status.state).toBe('behind')
    release(shape)
    await isLive()
  }
})

it('tells of each shape that was fetched anew', async () => {
  const { shapes, isLive, onRefetched } = device({ held: OWN.slice(1) })
  await shapes.start()
  await isLive()
  expect(onRefetched).toHaveBeenCalledOnce()
})

it('the tables are broken when three refetches in a row could not be written, not two', async () => {
  for (const [failures, state] of [
    [2, 'live'],
    [3, 'failed'],
  ] as const) {
    const { shapes, tables, board, faults } = device()
    let left: number = failures
    tables.onBatch = async (shape) => {
      if (shape !== shapeId('lists', 'ada') || left === 0) return
      left -= 1
      throw new Error('The disk is full.')
    }
    await shapes.start()
    await soon(() => expect(board.status.state).toBe(state))
    expect(faults).toHaveLength(failures)
  }
})

it('has ended once the signal came and nothing runs any more', async () => {
  const { shapes, live, tables, end, server, lose } = await liveDevice()
  const read = gate()
  tables.onQuery = () => read.opened
  server.memberships = [ended('desk')]
  lose(MEMBERSHIPS)
  await soon(() => expect(tables.memberships).toBe(server.memberships))
  let hasEnded = false
  end()
  const ending = shapes.ended().then(() => {
    hasEnded = true
  })
  await soon(() => expect(live.size).toBe(0))
  await pause()
  expect(hasEnded).toBe(false)
  read.open()
  await ending
})
