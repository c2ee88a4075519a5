import type { Queryable } from '../../db/client.ts'
import type { Candidate, CandidateRow } from '../../db/schema/candidates.ts'

type Row = Omit<Candidate, 'updated_at'> & Pick<CandidateRow, 'ordinal' | 'updated_at'>

/** The public columns and which contacts exist. Values of contacts are not read here. */
function select(sql: Queryable) {
  return sql`
    select c.id, c.ordinal, c.npi, c.first_name, c.middle_name, c.last_name, c.credential, c.title,
      c.title_level, c.job_function, c.specialty, c.organization, c.company_size,
      c.company_industry, c.company_revenue, c.company_domain, c.company_start_date, c.city,
      c.state, c.country, c.office_city, c.office_state, c.office_zip, c.linkedin_url,
      c.connections, c.gender, c.skills, c.education, c.source, c.updated_at,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'kind', k.kind,
          'verified_at', to_char(k.verified_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        ) order by k.kind)
        from candidate_contacts_known k where k.candidate_id = c.id
      ), '[]') as contacts
    from candidates c`
}

function present({ ordinal: _, updated_at, ...row }: Row): Candidate {
  return { ...row, updated_at: updated_at.toISOString() }
}

/** People by their ordinals, in the order asked for; one that is gone meanwhile is left out. */
export async function candidatesByOrdinal(
  sql: Queryable,
  ordinals: number[],
): Promise<Candidate[]> {
  if (ordinals.length === 0) return []
  const rows = await sql<Row[]>`${select(sql)} where c.ordinal = any(${ordinals}::int[])`
  const byOrdinal = new Map(rows.map((row) => [row.ordinal, row]))
  return ordinals.flatMap((ordinal) => {
    const row = byOrdinal.get(ordinal)
    return row ? [present(row)] : []
  })
}

/** Ids of people by their ordinals, in the order asked for. */
export async function idsByOrdinal(sql: Queryable, ordinals: number[]): Promise<string[]> {
  const rows = await sql<{ id: string; ordinal: number }[]>`
    select id, ordinal from candidates where ordinal = any(${ordinals}::int[])`
  const byOrdinal = new Map(rows.map((row) => [row.ordinal, row.id]))
  return ordinals.flatMap((ordinal) => byOrdinal.get(ordinal) ?? [])
}

/** One person's public profile, or null. */
export async function candidateById(sql: Queryable, id: string): Promise<Candidate | null> {
  const [row] = await sql<Row[]>`${select(sql)} where c.id = ${id}`
  return row ? present(row) : null
}
