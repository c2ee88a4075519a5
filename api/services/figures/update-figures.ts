import { CONTACT_AGES, SHARES_MAX } from '#api/contract/figure-names.ts'
import { mergeSpecialtyCounts } from '#api/services/search/specialty-names.ts'
import type { Queryable, Sql } from '#db/client.ts'
import { CANADIAN_PROVINCES, US_STATES } from '#db/schema/regions.ts'

/** A day is closed once work that began in its last minutes has surely ended. */
const SETTLED_AFTER = '1 hour'

/** The words of searches without a result are deleted after this many days. */
const ZERO_RESULT_DAYS = 400

const STATES = new Set<string>([...US_STATES, ...CANADIAN_PROVINCES].map(([code]) => code))

/** Updates `daily_figures`: closes past days, and sets today's levels. */
export async function updateFigures(sql: Sql): Promise<void> {
  await sql.begin(closeDays)
  await sql.begin(async (tx) => {
    const { active_plans, paid_plans, revenue_cents } = await planLevels(tx)
    await replaceToday(tx, 'active_plans', [['', active_plans]])
    await replaceToday(tx, 'paid_plans', [['', paid_plans]])
    await replaceToday(tx, 'revenue_cents', [['', revenue_cents]])
  })
  await sql.begin(updateDirectory)
  await sql`
    delete from daily_figures
    where figure = 'zero_results' and day < utc_today() - ${ZERO_RESULT_DAYS}::integer`
}

/**
 * Counts each open day from the earliest one with data. Days are closed for good, because accounts
 * may be deleted later.
 */
async function closeDays(tx: Queryable): Promise<void> {
  await tx`
    with days as (
      select d::date as day, d at time zone 'UTC' as starts, (d + interval '1 day') at time zone 'UTC' as ends
      from generate_series(
        coalesce(
          (select max(day) + 1 from daily_figures where figure = 'sign_ups'),
          (least(
            (select min(created_at) from users where demo_of is null),
            (select min(revealed_at) from reveals),
            (select min(export_date) from export_logs)) at time zone 'UTC')::date)::timestamp,
        date_trunc('day', (now() - ${SETTLED_AFTER}::interval) at time zone 'UTC') - interval '1 day',
        interval '1 day') d)
    insert into daily_figures (figure, day, value)
    select c.figure, days.day, c.value from days cross join lateral (values
      ('sign_ups', (select count(*) from users
        where demo_of is null and created_at >= starts and created_at < ends)),
      ('reveals', (select count(*) from reveals where revealed_at >= starts and revealed_at < ends)),
      ('exports', (select count(*) from export_logs where export_date >= starts and export_date < ends)
        + (select count(*) from former_exports where export_date >= starts and export_date < ends))
    ) c (figure, value)
    on conflict do nothing`
}

export interface PlanLevels {
  active_plans: number
  paid_plans: number
  /** The revenue per month, in US cents. */
  revenue_cents: number
}

/** The current plans, classed as active and paid as on the dashboard. */
export async function planLevels(sql: Queryable): Promise<PlanLevels> {
  const [row] = await sql<PlanLevels[]>`
    with kinds as (
      select tier, plan_name, billing_interval, coalesce(currency, 'usd') as currency,
        count(*) as plans, sum(price_cents::bigint * coalesce(renewal_seats, 1)) as cents
      from entitlements where status = 'active' group by 1, 2, 3, 4),
    -- Names are folded once per kind: folding those of every plan took longer than reading them.
    sold as (
      select *, lower(tier) not in ('free', 'none')
        and lower(coalesce(plan_name, tier)) not in ('free', 'none') as is_paid
      from kinds)
    select coalesce(sum(plans), 0)::integer as active_plans,
      coalesce(sum(plans) filter (where is_paid), 0)::integer as paid_plans,
      coalesce(round(sum(cents * case billing_interval
        when 'year' then 1 / 12.0 when 'week' then 52 / 12.0 when 'day' then 365 / 12.0 else 1 end)
        filter (where is_paid and currency = 'usd')), 0)::double precision as revenue_cents
    from sold`
  if (!row) throw new Error('a count without a row')
  return row
}

/** Counts the directory by state and by specialty, and its contacts by age. */
async function updateDirectory(tx: Queryable): Promise<void> {
  const states = await tx<{ key: string | null; value: number }[]>`
    select state as key, count(*)::integer as value from candidates group by 1`
  const known = states.filter(({ key }) => STATES.has(key ?? ''))
  await replaceToday(
    tx,
    'people_by_state',
    known.map(({ key, value }) => [key ?? '', value]),
  )
  const specialties = await tx<{ key: string | null; value: number }[]>`
    select specialty as key, count(*)::integer as value from candidates group by 1`
  const names = mergeSpecialtyCounts(specialties.map(({ key, value }) => [key ?? '', value]))
  await replaceToday(
    tx,
    'people_by_specialty',
    names.slice(0, SHARES_MAX).map(({ specialty, count }) => [specialty, count]),
  )
  const limits = CONTACT_AGES.slice(0, -2).map(Number)
  const ages = await tx<{ position: number | null; value: number }[]>`
    select width_bucket(extract(epoch from now() - verified_at) / 86400.0,
      ${limits}::double precision[])::integer as position, count(*)::integer as value
    from candidate_contacts_known group by 1`
  const never = CONTACT_AGES.length - 1
  await replaceToday(
    tx,
    'contact_age',
    ages.map(({ position, value }) => [CONTACT_AGES[position ?? never] ?? 'older', value]),
  )
}

/** Replaces today's values. */
async function replaceToday(
  tx: Queryable,
  figure: string,
  values: readonly (readonly [key: string, value: number])[],
): Promise<void> {
  await tx`delete from daily_figures where figure = ${figure} and day = utc_today()`
  await tx`
    insert into daily_figures (figure, day, key, value)
    select ${figure}, utc_today(), * from unnest(
      ${values.map(([key]) => key)}::text[], ${values.map(([, value]) => value)}::bigint[])`
}
