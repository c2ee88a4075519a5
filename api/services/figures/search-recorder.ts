import type { Logger } from 'pino'
import type { SearchFilters } from '#api/contract/search.ts'
import type { Sql } from '#db/client.ts'
import { timeClass } from './search-times.ts'
import { searchWords } from './search-words.ts'

/** How often counts are written, and so the most that a killed process loses. */
const FLUSH_MS = 10_000

/** The most distinct searches without a result stored per day; the rest are counted as one. */
export const ZERO_RESULTS_PER_DAY = 200

/** Counts searches in memory, and writes the sums at intervals. */
export interface SearchRecorder {
  /**
   * Counts an answered search, synchronously.
   * @param ms the server's time
   */
  record(search: { ms: number; count: number; filters: SearchFilters }): void
  /** Writes the counts since the last flush. */
  flush(): Promise<void>
  /** Flushes and stops counting. */
  close(): Promise<void>
}

type Counts = Map<string, { figure: string; day: string; key: string; value: number }>

/** Counts searches in memory, and adds the counts to `daily_figures` in batches. */
export function openSearchRecorder({ sql, log }: { sql: Sql; log: Logger }): SearchRecorder {
  let waiting: Counts = new Map()
  let writing: Promise<void> = Promise.resolve()
  const flush = () => {
    writing = writing.then(async () => {
      const counts = waiting
      waiting = new Map()
      try {
        await write(sql, counts)
      } catch (err) {
        // The counts are kept for the next flush: the database may be unavailable for a moment.
        for (const { figure, day, key, value } of counts.values()) {
          add(waiting, figure, day, key, value)
        }
        log.warn({ err }, 'Figures of searches could not be written')
      }
    })
    return writing
  }
  const timer = setInterval(flush, FLUSH_MS)
  timer.unref()
  return {
    record({ ms, count, filters }) {
      const day = new Date().toISOString().slice(0, 10)
      add(waiting, 'search_times', day, String(timeClass(ms)), 1)
      if (count === 0) add(waiting, 'zero_results', day, searchWords(filters), 1)
    },
    flush,
    close() {
      clearInterval(timer)
      return flush()
    },
  }
}

function add(counts: Counts, figure: string, day: string, key: string, value: number): void {
  const id = `${figure} ${day} ${key}`
  const last = counts.get(id)
  if (last) last.value += value
  // The number is bounded in memory as in the table, however long the database is unavailable.
  else if (key === '' || counts.size < ZERO_RESULTS_PER_DAY * 2) {
    counts.set(id, { figure, day, key, value })
  } else add(counts, figure, day, '', value)
}

async function write(sql: Sql, counts: Counts): Promise<void> {
  const rows = [...counts.values()]
  if (rows.length === 0) return
  await sql.begin(async (tx) => {
    // One process writes at a time, so that all together keep to the bound.
    await tx`select pg_advisory_xact_lock(hashtextextended('daily_figures.searches', 0))`
    const kept = await tx<{ day: string; key: string }[]>`
      select day::text, key from daily_figures
      where figure = 'zero_results' and day = any(${rows.map(({ day }) => day)}::date[])`
    const texts = new Map<string, Set<string>>()
    const textsOf = (day: string) => texts.get(day) ?? texts.set(day, new Set()).get(day)
    for (const { day, key } of kept) textsOf(day)?.add(key)
    const bounded: Counts = new Map()
    for (const { figure, day, key, value } of rows) {
      const known = figure === 'zero_results' ? textsOf(day) : undefined
      const isKept = !known || known.has(key) || known.size < ZERO_RESULTS_PER_DAY
      if (isKept) known?.add(key)
      add(bounded, figure, day, isKept ? key : '', value)
    }
    const column = <Name extends 'figure' | 'day' | 'key' | 'value'>(name: Name) =>
      [...bounded.values()].map((row) => row[name])
    await tx`
      insert into daily_figures as f (figure, day, key, value)
      select * from unnest(${column('figure')}::text[], ${column('day')}::date[],
        ${column('key')}::text[], ${column('value')}::bigint[])
      on conflict (figure, day, key) do update set value = f.value + excluded.value`
  })
}
