import type { AdminFigures, FigureSeries, FigureShare } from '#api/contract/admin-figures.ts'
import {
  CONTACT_AGES,
  DAILY_DAYS_MAX,
  SERIES,
  SERIES_NAMES,
  type SeriesName,
  SHARES_MAX,
  ZERO_RESULTS_SHOWN,
} from '#api/contract/figure-names.ts'
import type { Sql } from '#db/client.ts'
import { AppError } from '#sync/contract/errors.ts'
import { percentileOf } from './search-times.ts'
import { planLevels } from './update-figures.ts'

/*
 * Counts are summed as double precision: it is exact up to 2^53 and twice as fast as a sum of
 * bigint, which PostgreSQL computes as numeric.
 */

const WEEK = 7

/** The days of a period and of the one before, divided into points of `step` days each. */
interface Period {
  beforeFrom: string
  from: string
  to: string
  today: string
  step: number
  /**
   * The number of points per period. Points are numbered from 0; those of the previous period come
   * first.
   */
  points: number
}

/** A value at one point, which is numbered over both periods. */
interface Slot {
  figure: string
  slot: number
  value: number
}

/**
 * The product's statistics for a period, and for the same number of days before it.
 * @throws AppError `invalid_input` for days in the future
 */
export async function readFigures(
  sql: Sql,
  { days, to }: { days: number; to?: string | undefined },
): Promise<AdminFigures> {
  const period = await periodOf(sql, days, to)
  const [counted, times, decided, levels, zero, ages, states, specialties] = await Promise.all([
    readCounts(sql, period),
    readSearchTimes(sql, period),
    readDecisions(sql, period),
    readLevels(sql, period),
    readZeroResults(sql, period),
    readShares(sql, period, 'contact_age'),
    readShares(sql, period, 'people_by_state'),
    readShares(sql, period, 'people_by_specialty'),
  ])
  const slots = new Map<string, (number | null)[]>()
  const noSlots = () => Array.from<number | null>({ length: period.points * 2 }).fill(null)
  for (const { figure, slot, value } of [...counted, ...times.slots, ...decided.slots, ...levels]) {
    const row = slots.get(figure) ?? noSlots()
    row[slot] = value
    slots.set(figure, row)
  }
  const series = Object.fromEntries(
    SERIES_NAMES.map((name) => {
      const all = slots.get(name) ?? noSlots()
      const totals = times.totals[name] ?? decided.totals[name]
      return [name, seriesOf(name, all, period.points, totals)]
    }),
  ) as AdminFigures['series']
  const { from, beforeFrom: before_from, today, step, points } = period
  return {
    ...{ from, to: period.to, before_from, today, step },
    starts: Array.from({ length: points }, (_, index) => dayAfter(from, index * step)),
    series,
    zero_results: zero,
    contact_ages: CONTACT_AGES.flatMap((age) => ages.filter(({ key }) => key === age)),
    states,
    specialties,
  }
}

async function periodOf(sql: Sql, asked: number, to: string | undefined): Promise<Period> {
  const [now] = await sql<{ today: string }[]>`select utc_today()::text as today`
  const today = now?.today ?? ''
  const last = to ?? today
  if (last > today) throw new AppError('invalid_input', 'That day is still to come.')
  const step = asked > DAILY_DAYS_MAX ? WEEK : 1
  const points = Math.ceil(asked / step)
  const from = dayAfter(last, 1 - points * step)
  return { beforeFrom: dayAfter(from, -points * step), from, to: last, today, step, points }
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * The counts per point: those of closed days from `daily_figures`, later ones from the rows
 * themselves.
 */
async function readCounts(sql: Sql, { beforeFrom, to, step }: Period): Promise<Slot[]> {
  return sql<Slot[]>`
    with open as (
      select greatest(${beforeFrom}::date, coalesce(max(day) + 1, '-infinity')) as from_day
      from daily_figures where figure = 'sign_ups'),
    bounds as (
      select from_day at time zone 'UTC' as starts, (${to}::date + 1) at time zone 'UTC' as ends from open),
    counted as (
      select figure, day, value from daily_figures
      where figure in ('sign_ups', 'reveals', 'exports') and day between ${beforeFrom} and ${to}
      union all
      select 'sign_ups', (created_at at time zone 'UTC')::date, 1 from users, bounds
      where demo_of is null and created_at >= starts and created_at < ends
      union all
      select 'reveals', (revealed_at at time zone 'UTC')::date, 1 from reveals, bounds
      where revealed_at >= starts and revealed_at < ends
      union all
      select 'exports', (export_date at time zone 'UTC')::date, 1 from export_logs, bounds
      where export_date >= starts and export_date < ends
      union all
      select 'exports', (export_date at time zone 'UTC')::date, 1 from former_exports, bounds
      where export_date >= starts and export_date < ends
      union all
      -- A day without rows is a zero, not a gap.
      select figure, day::date, 0
      from generate_series(${beforeFrom}::timestamp, ${to}::timestamp, interval '1 day') day,
        unnest(array['sign_ups', 'reveals', 'exports', 'decisions']) figure)
    select figure, (day - ${beforeFrom}::date) / ${step}::integer as slot, sum(value)::double precision as value
    from counted group by 1, 2`
}

type Totals = Partial<Record<SeriesName, [before: number | null, total: number | null]>>

/** The percentiles of each point and of each whole period, from one count per class. */
async function readSearchTimes(sql: Sql, { beforeFrom, to, step, points }: Period) {
  const rows = await sql<{ slot: number; position: number; value: number }[]>`
    select (day - ${beforeFrom}::date) / ${step}::integer as slot, key::integer as position,
      sum(value::double precision) as value
    from daily_figures
    where figure = 'search_times' and day between ${beforeFrom} and ${to} and key <> ''
    group by 1, 2`
  const bySlot = new Map<number, Map<number, number>>()
  const byPeriod = [new Map<number, number>(), new Map<number, number>()] as const
  for (const { slot, position, value } of rows) {
    const counts = bySlot.get(slot) ?? new Map<number, number>()
    counts.set(position, value)
    bySlot.set(slot, counts)
    const period = slot < points ? byPeriod[0] : byPeriod[1]
    period.set(position, (period.get(position) ?? 0) + value)
  }
  const slots = [...bySlot].flatMap(([slot, counts]): Slot[] => [
    { figure: 'searches', slot, value: [...counts.values()].reduce((sum, value) => sum + value) },
    { figure: 'search_p50', slot, value: percentileOf(counts, 0.5) ?? 0 },
    { figure: 'search_p95', slot, value: percentileOf(counts, 0.95) ?? 0 },
  ])
  const [before, now] = byPeriod
  const totals: Totals = {
    search_p50: [percentileOf(before, 0.5), percentileOf(now, 0.5)],
    search_p95: [percentileOf(before, 0.95), percentileOf(now, 0.95)],
  }
  return { slots, totals }
}

/** The decisions of one point or, without a slot, of a whole period. */
interface Decided {
  slot: number | null
  is_before: boolean | null
  decisions: number
  /** The median wait, in seconds. */
  middle: number
}

/** How many resumes were decided, and how long after the confirmation of their address. */
async function readDecisions(sql: Sql, { beforeFrom, from, to, step }: Period) {
  const rows = await sql<Decided[]>`
    with decisions as (
      select confirmed_at, approved_at as decided_at from candidate_submissions
      where approved_at is not null
      union all select confirmed_at, decided_at from former_decisions),
    decided as (
      select (decided_at at time zone 'UTC')::date as day,
        extract(epoch from decided_at - confirmed_at)::double precision as seconds
      from decisions
      where decided_at >= ${beforeFrom}::date at time zone 'UTC'
        and decided_at < (${to}::date + 1) at time zone 'UTC')
    select slot, is_before, count(*)::integer as decisions,
      percentile_cont(0.5) within group (order by seconds) as middle
    from (select (day - ${beforeFrom}::date) / ${step}::integer as slot, day < ${from} as is_before, seconds
      from decided) d
    group by grouping sets ((slot), (is_before))`
  const slots = rows.flatMap(({ slot, decisions, middle }): Slot[] =>
    slot === null
      ? []
      : [
          { figure: 'decisions', slot, value: decisions },
          { figure: 'decision_seconds', slot, value: middle },
        ],
  )
  const ofPeriod = (isBefore: boolean) =>
    rows.find(({ slot, is_before }) => slot === null && is_before === isBefore)?.middle ?? null
  const totals: Totals = { decision_seconds: [ofPeriod(true), ofPeriod(false)] }
  return { slots, totals }
}

/** The plans at the end of each point; for today, the current plans. */
async function readLevels(
  sql: Sql,
  { beforeFrom, to, today, step, points }: Period,
): Promise<Slot[]> {
  const rows = await sql<Slot[]>`
    select distinct on (figure, slot) figure, (day - ${beforeFrom}::date) / ${step}::integer as slot,
      value::double precision as value
    from daily_figures
    where figure in ('active_plans', 'paid_plans', 'revenue_cents')
      and day between ${beforeFrom} and ${to}
    order by figure, slot, day desc`
  if (to !== today) return rows
  const now = Object.entries(await planLevels(sql))
  return [...rows, ...now.map(([figure, value]) => ({ figure, slot: points * 2 - 1, value }))]
}

async function readZeroResults(sql: Sql, { beforeFrom, from, to }: Period): Promise<FigureShare[]> {
  return sql<FigureShare[]>`
    select key, sum(value::double precision) filter (where day >= ${from}) as value,
      coalesce(sum(value::double precision) filter (where day < ${from}), 0) as before
    from daily_figures where figure = 'zero_results' and day between ${beforeFrom} and ${to}
    group by key having sum(value::double precision) filter (where day >= ${from}) > 0
    -- The values counted as one come last.
    order by key = '', value desc, key limit ${ZERO_RESULTS_SHOWN}`
}

/** The values of the last day of the period that has any, largest first. */
async function readShares(
  sql: Sql,
  { beforeFrom, from, to }: Period,
  figure: string,
): Promise<FigureShare[]> {
  return sql<FigureShare[]>`
    with shown as (select max(day) as day from daily_figures
        where figure = ${figure} and day between ${from} and ${to}),
      earlier as (select max(day) as day from daily_figures
        where figure = ${figure} and day >= ${beforeFrom} and day < ${from})
    select key, coalesce(s.value, 0)::double precision as value,
      case when (select day from earlier) is not null
        then coalesce(b.value, 0)::double precision end as before
    from (select key, value from daily_figures
        where figure = ${figure} and day = (select day from shown)) s
      full join (select key, value from daily_figures
        where figure = ${figure} and day = (select day from earlier)) b using (key)
    where (select day from shown) is not null
    order by value desc, key limit ${SHARES_MAX}`
}

function seriesOf(
  name: SeriesName,
  slots: readonly (number | null)[],
  points: number,
  totals: Totals[SeriesName],
): FigureSeries {
  const [before, now] = [slots.slice(0, points), slots.slice(points)]
  const totalOf = (values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null)
    if (SERIES[name] === 'level') return known.at(-1) ?? null
    return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null
  }
  const [total_before, total] = totals ?? [totalOf(before), totalOf(now)]
  return { points: now, before, total, total_before }
}
