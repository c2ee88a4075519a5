import type { Queryable } from '#db/client.ts'
import type { ImportRecord } from './format.ts'
import { STAGING } from './staging.ts'

/** The day on which each NPI was deactivated, for all NPIs excluded from the directory. */
export async function deactivatedNpis(sql: Queryable): Promise<Map<string, string>> {
  const days = await sql<{ day: string; npis: string[] }[]>`
    select deactivated_on::text as day, array_agg(npi) as npis from deactivated_npis d
    where not exists (select 1 from candidates c where c.npi = d.npi)
    group by deactivated_on`
  return new Map(days.flatMap(({ day, npis }) => npis.map((npi) => [npi, day] as const)))
}

/**
 * Whether a record's NPI is deactivated. The registry's files may still list such people: only a
 * day of reactivation readmits them.
 */
export function isDeactivated(
  deactivated: ReadonlyMap<string, string>,
  { npi, fields }: ImportRecord,
): boolean {
  const day = npi === null ? undefined : deactivated.get(npi)
  if (day === undefined) return false
  const { reactivated_on: reactivated } = fields
  return !(typeof reactivated === 'string' && reactivated >= day)
}

/** Stores the staged report for later imports; for an NPI with several days, the last is stored. */
export async function rememberDeactivated(sql: Queryable): Promise<void> {
  await sql.unsafe(`
    insert into deactivated_npis (npi, deactivated_on)
    select npi, source_updated_at from ${STAGING}
    on conflict (npi) do update set deactivated_on = excluded.deactivated_on
    where excluded.deactivated_on > deactivated_npis.deactivated_on`)
}
