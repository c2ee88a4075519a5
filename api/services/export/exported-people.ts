import type { ExportedPerson } from '#api/contract/export-columns.ts'
import type { Queryable } from '#db/client.ts'
import { specialtyName } from '#db/schema/specialty-name.ts'

/** The people per batch: few enough that a search hardly waits between two batches. */
const BATCH = 200

/** The people among these who are in the directory, deduplicated, in the order given. */
export async function knownPeople(sql: Queryable, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
  const rows = await sql<{ id: string }[]>`
    select id from candidates where id = any(${wanted}::uuid[])`
  const known = new Set(rows.map(({ id }) => id))
  return wanted.filter((id) => known.has(id))
}

/**
 * People with their contacts, in the order given; besides the reveal, this is the only reader of
 * contact values. They are read in batches by id, not through a cursor, which would hold a
 * connection for as long as the slowest download: ten downloads would use up the pool.
 */
export async function* exportedPeople(
  sql: Queryable,
  ids: readonly string[],
): AsyncGenerator<ExportedPerson[]> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH)
    const rows = await sql<ExportedPerson[]>`
      select c.*, coalesce((
        select jsonb_agg(jsonb_build_object('kind', k.kind, 'value', k.value, 'source', k.source,
          'is_disputed', k.disputed_at is not null,
          'verified_at', to_char(k.verified_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
        from candidate_contacts k where k.candidate_id = c.id
      ), '[]') as contacts
      from candidates c where c.id = any(${batch}::uuid[])`
    const byId = new Map(
      rows.map((row) => [
        row.id,
        { ...row, specialty: row.specialty && specialtyName(row.specialty) },
      ]),
    )
    yield batch.flatMap((id) => byId.get(id) ?? [])
  }
}
