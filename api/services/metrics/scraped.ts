import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge } from 'prom-client'
import type { IndexState } from '#api/services/search/open-search.ts'
import type { Sql } from '#db/client.ts'
import type { Metrics } from './metrics.ts'

/**
 * How long a scrape waits for the database; the other metrics must be returned when it is
 * unavailable.
 */
const DATABASE_MS = 1_000

/**
 * Adds how far the consumers of this database's changes lag behind, queried at each scrape: what a
 * slot has not confirmed stays on the server's disk. Without a response in time, the metric is
 * omitted.
 */
export function addSlots({ registry }: Pick<Metrics, 'registry'>, sql: Sql): void {
  new Gauge({
    name: 'clinidex_replication_slot_lag_bytes',
    help: 'Write-ahead log that the consumer of a replication slot has not confirmed.',
    labelNames: ['slot'],
    registers: [registry],
    async collect() {
      this.reset()
      const reading = sql<{ slot: string; bytes: number }[]>`
        select slot_name as slot,
          pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::float8 as bytes
        from pg_replication_slots
        where database = current_database() and confirmed_flush_lsn is not null`
      const rows = await Promise.race([
        reading.catch(() => []),
        sleep(DATABASE_MS, [], { ref: false }),
      ])
      for (const { slot, bytes } of rows) this.set({ slot }, bytes)
    },
  })
}

/** Adds whether the shape server responds, embedded or Electric, queried at each scrape. */
export function addShapes(
  { registry }: Pick<Metrics, 'registry'>,
  shapes: { isReady(): Promise<boolean> },
): void {
  new Gauge({
    name: 'clinidex_sync_ready',
    help: '1 while the shape server answers, embedded or Electric; 0 while devices go on without it.',
    registers: [registry],
    async collect() {
      this.set((await shapes.isReady()) ? 1 : 0)
    },
  })
}

/** Adds the state of the embedded index at each scrape; nothing while there is none. */
export function addIndex(
  { registry }: Pick<Metrics, 'registry'>,
  state: () => IndexState | undefined,
): void {
  const gauge = (name: string, help: string, read: (index: IndexState) => number) =>
    new Gauge({
      name: `clinidex_search_index_${name}`,
      help,
      registers: [registry],
      collect() {
        const index = state()
        if (index) this.set(read(index))
        else this.remove()
      },
    })
  gauge('people', 'People in the embedded index.', ({ people }) => people)
  gauge('bytes', 'Size of the file of the embedded index.', ({ bytes }) => bytes)
  gauge('age_seconds', 'Time since the embedded index was built.', ({ builtAt }) => ageOf(builtAt))
  gauge(
    'behind_seconds',
    'Time since the embedded index last had all changes of the database.',
    ({ followedAt }) => ageOf(followedAt),
  )
}

function ageOf(time: Date): number {
  return (Date.now() - time.getTime()) / 1000
}
