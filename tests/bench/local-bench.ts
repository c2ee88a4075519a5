import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { STAGES } from '#db/schema/activities.ts'
import { startParams } from '#sync/client/disk/start-params.ts'
import { MutationTracker } from '#sync/client/outbox/mutation-tracker.ts'
import { Outbox } from '#sync/client/outbox/outbox.ts'
import type { OutboxStore } from '#sync/client/outbox/outbox-store.ts'
import { foldChanges, type RowChange, type ShapeBatch } from '#sync/client/stream/shape-batch.ts'
import { Replica } from '#sync/client/tables/replica.ts'
import { queryOf } from '#sync/contract/queries.ts'
import { SHAPE_NAMES, type ShapeId, type ShapeName, shapeId } from '#sync/contract/shapes.ts'
import { openFileOutbox } from '#tests/support/file-outbox.ts'
import { ServerModel } from '#tests/support/server-model.ts'
import { table, whole } from './report.ts'
import { type Spread, spread } from './statistics.ts'

/** Owned rows of an account after years of use. */
const FIRST_SYNC_ROWS = 25_000
/** The longest list allowed. */
const MEMBERS = 10_000
const WINDOWS = 300
const PENDING = 500
/** Mutations in one push, and transactions that arrive by the stream meanwhile. */
const PUSH = 100
const STREAMED = 20

/** Wall-clock and processor time: the second says more on a busy machine. */
interface Taken {
  ms: number
  cpuMs: number
}

export interface LocalBenchResult {
  /** Time to create and open an empty database, and to reopen it with its rows. */
  create: Taken
  reopen: Taken
  firstSync: Taken & { rows: number }
  /** The same with all files in memory, as of a database in IndexedDB. */
  firstSyncInMemory: Taken & { rows: number }
  windows: { plain: Spread; searched: Spread; cpuMs: number }
  /** Filters and sorts over all rows of the first sync, in one list. */
  filtered: Record<FilterName, Spread>
  /** The next of that list in a call block. */
  nextToCall: Spread
  drain: Taken & { pending: number }
}

/** The filters of a list of every row. */
const FILTERS = {
  'a search': (index: number) => ({ text: `lovelace${index}` }),
  'a stage': (index: number) => ({ stage: STAGES[index % STAGES.length] ?? null }),
  'a search in a stage, by name': (index: number) => ({
    text: 'hospital 1',
    stage: STAGES[index % STAGES.length] ?? null,
    sort: 'name',
    direction: 'asc',
  }),
  'by name': (index: number) => ({ sort: 'name', direction: index % 2 ? 'asc' : 'desc' }),
  'by title': () => ({ sort: 'title', direction: 'asc' }),
  'by place': (index: number) => ({ sort: 'place', offset: (index % 5) * 100 }),
  'by stage': () => ({ sort: 'stage', direction: 'asc' }),
  'never touched': () => ({ touches: 'never', today: TODAY }),
  'not touched of late': () => ({ touches: 'not_of_late', today: TODAY }),
  'not to be contacted': () => ({ touches: 'stopped', today: TODAY }),
} as const
type FilterName = keyof typeof FILTERS
const FILTERED_TIMES = 60
/** The day of these filters. Every second person was touched in the 300 days before it, every fiftieth is marked. */
const TODAY = '2026-01-31'

/** Closed at the end. */
const outboxes: OutboxStore[] = []

/** Measures the device's engine in Node, over a database on disk: no network, no server, no browser. */
export async function benchLocal(onStep: (step: string) => void): Promise<LocalBenchResult> {
  const dir = await mkdtemp(join(tmpdir(), 'clinidex-bench-local-'))
  try {
    onStep('Creating a database')
    const [database, create] = await timed(() =>
      PGlite.create({ dataDir: join(dir, 'rows'), startParams: startParams() }),
    )
    await openTracker(database, 'warm-up', dir)
    onStep(`First sync of ${whole(FIRST_SYNC_ROWS)} rows`)
    const firstSync = await benchFirstSync(database, dir)
    const inMemory = await PGlite.create({ startParams: startParams({ isInMemory: true }) })
    const firstSyncInMemory = await benchFirstSync(inMemory, await mkdtemp(join(dir, 'memory-')))
    await inMemory.close()
    onStep(`Windows of a list of ${whole(MEMBERS)}`)
    const windows = await benchWindows(database)
    onStep(`Filters over ${whole(FIRST_SYNC_ROWS)} rows`)
    const filtered = await benchFilters(database)
    const nextToCall = await benchNextToCall(database)
    await database.close()
    onStep('Opening again')
    const [again, reopen] = await timed(async () => {
      const opened = await PGlite.create({ dataDir: join(dir, 'rows'), startParams: startParams() })
      await openTracker(opened, OWNER, dir)
      return opened
    })
    onStep(`Draining ${PENDING} pending mutations`)
    const drain = await benchDrain(again, dir)
    await again.close()
    return { create, reopen, firstSync, firstSyncInMemory, windows, filtered, nextToCall, drain }
  } finally {
    for (const outbox of outboxes.splice(0)) await outbox.close()
    await rm(dir, { recursive: true, force: true })
  }
}

export function localReport(result: LocalBenchResult): string {
  const taken = ({ ms, cpuMs }: Taken) => [`${ms.toFixed(0)} ms`, `${cpuMs.toFixed(0)} ms`]
  const p95 = ({ p95 }: Spread) => `${p95.toFixed(1)} ms`
  const { firstSync, firstSyncInMemory, windows, filtered, nextToCall, drain } = result
  return [
    'The device in Node, over PGlite on disk',
    table([
      ['', 'by the clock', 'of the processor'],
      ['database created', ...taken(result.create)],
      ['opened again, rows checked', ...taken(result.reopen)],
      [`first sync, ${whole(firstSync.rows)} rows written (≤ 1500)`, ...taken(firstSync)],
      ['the same, its files in memory', ...taken(firstSyncInMemory)],
      [`${drain.pending} pending drained (≤ 3000)`, ...taken(drain)],
      [
        `window of ${whole(MEMBERS)} members, p95 (≤ 16)`,
        p95(windows.plain),
        `${windows.cpuMs.toFixed(1)} ms on average`,
      ],
      ['the same with a search, p95', p95(windows.searched), ''],
      ...Object.entries(filtered).map(([name, times]) => [
        `of ${whole(FIRST_SYNC_ROWS)} rows ${name}, p95 (≤ 50)`,
        p95(times),
        '',
      ]),
      [`of ${whole(FIRST_SYNC_ROWS)} the next to call, p95 (≤ 100)`, p95(nextToCall), ''],
    ]),
  ].join('\n\n')
}

async function benchFirstSync(database: PGlite, dir: string) {
  const { tracker } = await openTracker(database, OWNER, dir)
  const bodies = bodiesOf(OWNER)
  const [, taken] = await timed(async () => {
    for (const [shape, body] of bodies)
      await tracker.applyBatch(batchOf(shapeId(shape, OWNER), body))
  })
  return { rows: FIRST_SYNC_ROWS, ...taken }
}

async function benchWindows(database: PGlite) {
  const { sql, params, args } = queryOf('lists.members')
  const window = async (text: string, index: number) => {
    const offset = (index * 97) % MEMBERS
    const asked = { owner_id: OWNER, list_id: idOf(0), text, offset: text ? 0 : offset }
    const values = params(args.parse(asked))
    const [result, { ms }] = await timed(() => database.query<{ total: number }>(sql, values))
    const total = result.rows[0]?.total ?? 0
    if (text ? total === 0 : total !== MEMBERS) throw new Error(`The list shows ${total} people.`)
    return ms
  }
  const times = async (text: (index: number) => string) => {
    const measured: number[] = []
    for (let index = 0; index < WINDOWS; index++) measured.push(await window(text(index), index))
    return spread(measured.slice(WINDOWS / 10))
  }
  const [plain, { cpuMs }] = await timed(() => times(() => ''))
  const searched = await times((index) => `lovelace${index}`)
  return { plain, searched, cpuMs: cpuMs / WINDOWS }
}

async function benchFilters(database: PGlite) {
  // All on one list, a third of them with a stage.
  await database.exec(`update list_members set list_id = '${idOf(0)}',
    stage = (array[${STAGES.map((stage) => `'${stage}'`).join()}])[right(candidate_id::text, 4)::int % 18 + 1]`)
  await database.exec('vacuum list_members')
  await database.exec(`
    insert into activities (id, owner_id, candidate_id, kind, value, created_by, created_at, happened_at)
    select gen_random_uuid(), '${OWNER}', candidate_id, 'call', 'voicemail', '${OWNER}', day, day
    from (select candidate_id, '${TODAY}'::date - right(candidate_id::text, 6)::int % 300 as day
      from list_members where right(candidate_id::text, 4)::int % 2 = 0) touched;
    insert into do_not_contact (owner_id, candidate_id, mark_id, reason, set_at)
    select '${OWNER}', candidate_id, gen_random_uuid(), 'Asked us to stop', now()
    from list_members where right(candidate_id::text, 4)::int % 50 = 0`)
  const { sql, params, args } = queryOf('lists.members')
  const entries: [string, Spread][] = []
  for (const [name, filter] of Object.entries(FILTERS)) {
    const measured: number[] = []
    for (let index = 0; index < FILTERED_TIMES; index++) {
      const values = params(args.parse({ owner_id: OWNER, list_id: idOf(0), ...filter(index) }))
      const [{ rows }, { ms }] = await timed(() => database.query(sql, values))
      if (rows.length === 0) throw new Error(`Nobody is found ${name}.`)
      measured.push(ms)
    }
    entries.push([name, spread(measured.slice(FILTERED_TIMES / 10))])
  }
  return Object.fromEntries(entries) as Record<FilterName, Spread>
}

async function benchNextToCall(database: PGlite): Promise<Spread> {
  const { sql, params, args } = queryOf('lists.to_call')
  const begun_at = `${TODAY}T08:00:00Z`
  const values = params(
    args.parse({
      owner_id: OWNER,
      list_id: idOf(0),
      begun_at,
      by: OWNER,
      cooldown_from: begun_at,
      today: TODAY,
    }),
  )
  const measured: number[] = []
  for (let index = 0; index < FILTERED_TIMES; index++) {
    const [{ rows }, { ms }] = await timed(() => database.query(sql, values))
    if (rows.length === 0) throw new Error('Nobody is to be called.')
    measured.push(ms)
  }
  return spread(measured.slice(FILTERED_TIMES / 10))
}

async function benchDrain(database: PGlite, dir: string) {
  const server = new ServerModel('drain')
  const { tracker, outbox } = await openTracker(database, 'drain', dir)
  for (const name of SHAPE_NAMES) await tracker.applyBatch(server.refetch(name))
  const id = idOf(1)
  await tracker.mutate('lists.create', { id, name: 'On a plane' })
  for (let index = 1; index < PENDING; index++) {
    if (index % 5 > 0) {
      await tracker.mutate('members.add', { list_id: id, candidate_ids: [idOf(index)] })
    } else {
      await tracker.mutate('lists.describe', {
        id,
        description: `${index}`,
        previous: previous(index),
      })
    }
  }
  const [, taken] = await timed(async () => {
    for (let mutations = outbox.sendable(PUSH); mutations.length > 0; ) {
      await server.execute(mutations)
      await tracker.applyResults(server.answers(mutations))
      for (const name of ['lists', 'list_members'] as const) {
        for (;;) {
          const batch = server.stream(name, STREAMED, true)
          if (batch) await tracker.applyBatch(batch)
          if (!batch || batch.changes.size === 0) break
        }
      }
      mutations = outbox.sendable(PUSH)
    }
  })
  if (outbox.entries.length > 0) throw new Error(`${outbox.entries.length} mutations are left.`)
  return { pending: PENDING, ...taken }
}

const previous = (index: number) => (index > 5 ? `${index - 5}` : null)

async function openTracker(database: PGlite, userId: string, dir: string) {
  const store = await openFileOutbox(join(dir, `${userId}.outbox`))
  outboxes.push(store)
  const outbox = await Outbox.open(store)
  const replica = await Replica.open({
    database,
    userId,
    now: Date.now,
    assertLeader: () => undefined,
    onTables: () => undefined,
  })
  const onFault = (fault: unknown) => {
    throw fault
  }
  const tracker = new MutationTracker({
    userId,
    outbox,
    replica,
    now: Date.now,
    onCounts: () => undefined,
    onFault,
  })
  await tracker.enqueue(outbox.entries)
  return { tracker, outbox }
}

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const TIME = '2026-01-31 12:00:00.123456+00'

/** The owner of the rows in the first sync. */
const OWNER = 'first-sync'

/** The stream's messages: two lists, the longest and the rest. */
function bodiesOf(owner: string): Map<ShapeName, string> {
  const rows = (shape: ShapeName) => (shape === 'lists' ? 2 : FIRST_SYNC_ROWS - 2)
  const message = (shape: ShapeName, index: number) => ({
    key: `"public"."${shape}"/"${index}"`,
    headers: { operation: 'insert', relation: ['public', shape] },
    value:
      shape === 'lists'
        ? {
            id: idOf(index),
            owner_id: owner,
            name: `List ${index}`,
            description: null,
            created_at: TIME,
            updated_at: TIME,
            deleted_at: null,
            created_by: owner,
            updated_by: owner,
            moved_to: null,
          }
        : {
            list_id: idOf(index < MEMBERS ? 0 : 1),
            candidate_id: idOf(index),
            owner_id: owner,
            card: cardOf(index),
            added_at: TIME,
            created_by: owner,
            stage: null,
            stage_by: null,
            stage_at: null,
            assigned_to: null,
            assigned_at: null,
            removed_at: null,
          },
  })
  const bodies = new Map<ShapeName, string>()
  for (const shape of ['lists', 'list_members'] as const) {
    const messages = Array.from({ length: rows(shape) }, (_, index) => message(shape, index))
    bodies.set(shape, JSON.stringify(messages))
  }
  return bodies
}

/** A card as long as a complete one. */
function cardOf(index: number): string {
  return JSON.stringify({
    first_name: `Ada ${index}`,
    middle_name: null,
    last_name: `Lovelace${index}`,
    credential: 'MD',
    title: 'Attending Physician',
    specialty: 'Cardiovascular Disease',
    organization: `General Hospital ${index % 500}`,
    city: 'Amarillo',
    state: 'TX',
    linkedin_url: null,
    skills: ['Echocardiography', 'Cardiac Catheterization', 'Critical Care', 'Research'],
    education: [{ school: 'A University School of Medicine', degree: 'MD', year: 1999 }],
  })
}

function batchOf(shape: ShapeId, body: string): ShapeBatch {
  const changes = JSON.parse(body) as RowChange[]
  const position = { handle: 'bench', offset: '1_0' }
  return { shape, isRefetch: true, ...foldChanges(shape, changes), snapshot: null, position }
}

async function timed<T>(run: () => Promise<T>): Promise<[T, Taken]> {
  const start = performance.now()
  const before = process.cpuUsage()
  const result = await run()
  const { user, system } = process.cpuUsage(before)
  return [result, { ms: performance.now() - start, cpuMs: (user + system) / 1000 }]
}
