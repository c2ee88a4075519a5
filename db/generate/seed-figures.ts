import type { Sql } from '#db/client.ts'

/** The days of a month and the one before it. */
const DAYS = 60

/**
 * The typical class of search times, of four per doubling from a quarter of a millisecond: most are
 * near 4 ms, some far above.
 */
const TYPICAL_CLASS = 16
const SLOW_CLASS = 30

/** Searches without a result, the most frequent first, in the form in which they are stored. */
const ZERO_RESULTS = [
  'cardiolgist',
  'travel nurse · state: AK',
  'neurosurgeon · state: WY',
  '…',
  'pediatric … surgeon',
  'nurse · city: …',
  'crna · state: VT · company size: 1 to 19',
  'dermatologist spanish',
  'specialty: denturist · state: TX',
  'bilingual speech therapist',
  'phsyician assistant',
  'title: chief … · specialty: cardiology',
  'perfusionist …',
  'psychiatrist night · state: MT',
  'skills: … · organization: …',
  'genetic counselor · state: ND',
  'midwife · company industry: Retail',
  'radiologist remote locums',
  'orthodontist · state: NU',
  'school nurse part time · city: …',
  'hospice … md',
  'occupational therpist',
]

/**
 * Creates the figures of a first start over two months: searches, plans up to their present number,
 * and the growing directory. They are synthetic, and written only into an empty table.
 */
export async function seedFigures(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`lock table daily_figures in share row exclusive mode`
    const [found] = await tx`select 1 from daily_figures limit 1`
    if (found) return
    await tx`select setseed(0.4)`
    await tx`
      insert into daily_figures (figure, day, key, value)
      with days as (
        select utc_today() - ago as day, ago, 1 - ago / ${DAYS * 2}::float8 as growth,
          case when extract(isodow from utc_today() - ago) < 6 then 1 else 0.3 end as workday
        from generate_series(1, ${DAYS}) ago),
      -- A sum of three random numbers: a bell curve, with a tail of slow searches.
      searches as (
        select day, greatest(0, least(79, case when random() < 0.04 then ${SLOW_CLASS}::integer
          else ${TYPICAL_CLASS}::integer end + round((random() + random() + random() - 1.5) * 8)))::integer as key
        from days, generate_series(1, (growth * workday * (160 + random() * 60))::integer))
      select 'search_times', day, key::text, count(*) from searches group by 1, 2, 3
      union all
      select 'zero_results', day, text, ceil(random() * 6 / place ^ 0.5)::integer
      from days, unnest(${ZERO_RESULTS}::text[]) with ordinality as t (text, place)
      where random() < workday * 0.6
      union all
      select figure, day, '', round(growth * value) from days, (
        select count(*) as active_plans,
          count(*) filter (where tier <> 'free') as paid_plans,
          coalesce(sum(case billing_interval when 'year' then price_cents / 12 else price_cents end), 0) as cents
        from entitlements where status = 'active') plans
        cross join lateral (values ('active_plans', active_plans), ('paid_plans', paid_plans),
          ('revenue_cents', cents)) levels (figure, value)
      union all
      select figure, day, key, round(growth * value) from days, (
        select 'people_by_state' as figure, state as key, count(*) as value
        from candidates where length(state) = 2 group by 2
        union all
        select 'people_by_specialty', initcap(specialty), count(*)
        from candidates where specialty <> '' group by 2
        union all
        select 'contact_age', age, 1 + (select count(*) from candidates) * share / 100
        from (values ('30', 14), ('90', 22), ('180', 30), ('365', 25), ('730', 9)) ages (age, share)
      ) directory where ago % 7 = 1`
  })
}
