import type { Sql } from '#db/client.ts'

/** Days covered by the figures. */
const DAYS = 900

/**
 * Fills the tables that figures are counted from, for existing accounts: reveals by the size of the
 * audit log.
 */
export async function fillFigures(
  sql: Sql,
  { users, auditRows }: { users: number; auditRows: number },
): Promise<void> {
  const at = sql`now() - random() * ${DAYS} * interval '1 day'`
  await sql.begin(async (tx) => {
    // No day is closed yet, so that no row is late.
    await tx`alter table reveals disable trigger reveals_counted_late`
    await tx`
      insert into reveals (owner_id, candidate_id, revealed_at)
      select 'u' || (random() * ${users - 1})::integer, gen_random_uuid(), ${at}
      from generate_series(1, ${Math.round(auditRows / 2)})`
    await tx`alter table reveals enable trigger reveals_counted_late`
    await tx`
      insert into export_logs (owner_id, export_date, export_count, format, file_name, columns)
      select 'u' || (random() * ${users - 1})::integer, ${at}, 25, 'csv', 'a.csv', '{}'
      from generate_series(1, ${Math.round(auditRows / 50)})`
    await tx`
      insert into candidate_submissions (first_name, last_name, title, organization, specialty,
        personal_email, phone, city, state, country, linkedin_url, status, confirmed_at, approved_at)
      select 'A', 'B', 'Nurse', 'C', 'Nursing', 'a' || n || '@example.com', '5552550100', 'Reno', 'NV',
        'United States', '', 'rejected', decided - random() * interval '3 days', decided
      from (select n, ${at} as decided from generate_series(1, ${Math.round(auditRows / 50)}) n) r`
    await tx`
      insert into daily_figures (figure, day, key, value)
      select 'search_times', utc_today() - ago, class::text, 1000
      from generate_series(1, ${DAYS}) ago, generate_series(5, 45) class
      union all
      select 'zero_results', utc_today() - ago, 'text ' || n, n
      from generate_series(1, ${DAYS}) ago, generate_series(1, 200) n
      union all
      select 'people_by_specialty', utc_today() - ago, 'specialty ' || n, n
      from generate_series(1, ${DAYS}) ago, generate_series(1, 250) n
      union all
      select figure, utc_today() - ago, '', ago
      from generate_series(1, ${DAYS}) ago,
        unnest(array['active_plans', 'paid_plans', 'revenue_cents']) figure`
  })
  await sql`vacuum analyze reveals`
  await sql`vacuum analyze export_logs`
  await sql`vacuum analyze candidate_submissions`
}
