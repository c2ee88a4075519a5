import type { DirectoryFigures } from '#api/contract/admin-imports.ts'
import type { Sql } from '#db/client.ts'

interface SourceRow {
  source: string
  people: number
  newest_record: string | null
  last_import: Date | null
}

/**
 * Counts the directory by source, and the people excluded from it. It reads every person, which is
 * acceptable for one screen.
 */
export async function countDirectory(sql: Sql): Promise<DirectoryFigures> {
  const [sources, [kept]] = await Promise.all([
    sql<SourceRow[]>`
      with imported as (
        select case when format = 'deactivated' then 'nppes' else format end as source,
          max(finished_at) as last_import
        from directory_imports where state = 'done' group by 1
      ), listed as (
        select source, count(*)::integer as people, max(source_updated_at)::text as newest_record
        from candidates group by source
      )
      select source, coalesce(people, 0) as people, newest_record, last_import
      from listed full join imported using (source)
      order by people desc nulls last, source`,
    sql<{ suppressions: number; npis: number; newest: string | null; lastYear: number }[]>`
      select (select count(*)::integer from suppressions) as suppressions,
        count(*)::integer as npis, max(deactivated_on)::text as newest,
        (count(*) filter (where deactivated_on > newest_day - interval '1 year'))::integer
          as "lastYear"
      from deactivated_npis, (select max(deactivated_on) as newest_day from deactivated_npis) d`,
  ])
  const { suppressions = 0, npis = 0, newest = null, lastYear = 0 } = kept ?? {}
  return {
    people: sources.reduce((sum, { people }) => sum + people, 0),
    sources: sources.map((row) => ({
      ...row,
      last_import: row.last_import?.toISOString() ?? null,
    })),
    suppressions,
    deactivations: { npis, newest, lastYear },
  }
}
