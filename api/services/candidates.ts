import type { Queryable } from '#db/client.ts'
import type { Candidate } from '#db/schema/candidates.ts'

/**
 * The public columns and which contacts exist, each as the API answers it: rows need no handling
 * here. Values of contacts are not read. JSON is put together as text, a fifth faster than by
 * aggregates; a kind is one of four words and a date has no quotes, so nothing wants escaping.
 */
function columns(sql: Queryable) {
  return sql`
    c.id, c.npi, c.first_name, c.middle_name, c.last_name, c.credential, c.title,
      c.title_level, c.job_function, c.specialty, c.organization, c.company_size,
      c.company_industry, c.company_revenue, c.company_domain, c.company_start_date, c.city,
      c.state, c.country, c.office_city, c.office_state, c.office_zip, c.linkedin_url,
      c.connections, c.gender, c.skills, c.education, c.source,
      to_char(c.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
      ('[' || array_to_string(array(
        select '{"kind":"' || k.kind || '","verified_at":' || coalesce(
          '"' || to_char(k.verified_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"',
          'null') || '}'
        from candidate_contacts_known k where k.candidate_id = c.id order by k.kind
      ), ',') || ']')::json as contacts`
}

/**
 * People by their ordinals, in the order asked for, as a JSON array of `Candidate` in UTF-8; one that
 * is gone meanwhile is left out. PostgreSQL writes it and its bytes go out as they came: to read 25
 * people only to write them again takes this process longer than to find them.
 */
export async function candidatesJson(sql: Queryable, ordinals: number[]): Promise<Buffer> {
  if (ordinals.length === 0) return NOBODY
  const [row] = await sql`
    select '[' || string_agg(row_to_json(person)::text, ',' order by place) || ']'
    from unnest(${ordinals}::int[]) with ordinality wanted (ordinal, place)
    join candidates c using (ordinal)
    cross join lateral (select ${columns(sql)}) person`.raw()
  return row?.[0] ?? NOBODY
}
const NOBODY = Buffer.from('[]')

/** Ids of people by their ordinals, in the order asked for. */
export async function idsByOrdinal(sql: Queryable, ordinals: number[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select c.id from unnest(${ordinals}::int[]) with ordinality wanted (ordinal, place)
    join candidates c using (ordinal) order by wanted.place`
  return rows.map(({ id }) => id)
}

/** One person's public profile, or null. */
export async function candidateById(sql: Queryable, id: string): Promise<Candidate | null> {
  const [row] = await sql<Candidate[]>`
    select ${columns(sql)} from candidates c where c.id = ${id}`
  return row ?? null
}
