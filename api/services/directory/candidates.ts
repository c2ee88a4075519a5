import { createHash } from 'node:crypto'
import type { Parts } from '#api/context.ts'
import type { Candidate, CandidateName } from '#api/contract/candidates.ts'
import type { Queryable } from '#db/client.ts'
import type { ContactKnown } from '#db/schema/candidates.ts'

/**
 * The public facts about the contacts of `candidates c`, as JSON: a `ContactKnown[]` by kind;
 * contact values are not read. The JSON is concatenated, which is a fifth faster than aggregates; a
 * kind is one of four words, and dates and numbers have no quotes, so nothing needs escaping.
 */
const CONTACTS_KNOWN_JSON = `
  ('[' || array_to_string(array(
    select '{"kind":"' || k.kind || '","verified_at":' || coalesce(
      '"' || to_char(k.verified_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"',
      'null') || ',"source":' || to_json(k.source) || ',"value_id":' || k.value_id
      || case when k.verified_at is null and k.source = c.source and c.source_updated_at is not null
        then ',"listed_at":"' || to_char(
          c.source_updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"'
        else '' end
      || case when k.is_disputed then ',"is_disputed":true' else '' end || '}'
    from candidate_contacts_known k where k.candidate_id = c.id order by k.kind
  ), ',') || ']')::json`

/**
 * The public columns of `candidates c` and the public facts about contacts, in the API's JSON form.
 */
const COLUMNS = `
  c.id, c.npi, c.first_name, c.middle_name, c.last_name, c.credential, c.title,
    c.title_level, c.job_function, c.specialty, c.organization, c.company_size,
    c.company_industry, c.company_revenue, c.company_domain, c.company_start_date, c.city,
    c.state, c.country, c.office_city, c.office_state, c.office_zip, c.linkedin_url,
    c.connections, c.gender, c.skills, c.education, c.source,
    to_char(c.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
    ${CONTACTS_KNOWN_JSON} as contacts`

/** A `Candidate` of `candidates c` as JSON, in text. */
export const CANDIDATE_JSON = `
  (select row_to_json(person)::text from (select ${COLUMNS}) person)`

/** Identifies the form of that JSON, for files that contain it. */
export const CARD_FORM = createHash('sha256').update(CANDIDATE_JSON).digest('hex')

/**
 * People by ordinal, in the order given, as a JSON array of `Candidate` in UTF-8; deleted people
 * are omitted. PostgreSQL writes the JSON and its bytes are passed on: parsing and serialising 25
 * people takes longer than finding them. The subselect hides the array from the planner, so that
 * one cached plan serves all arrays: planning takes as long as reading ten people.
 */
export async function candidatesJson(sql: Queryable, ordinals: number[]): Promise<Buffer> {
  if (ordinals.length === 0) return EMPTY_LIST
  const [row] = await sql`
    select '[' || string_agg(${sql.unsafe(CANDIDATE_JSON)}, ',' order by place) || ']'
    from unnest((select ${ordinals}::int[])) with ordinality wanted (ordinal, place)
    join candidates c using (ordinal)`.raw()
  return row?.[0] ?? EMPTY_LIST
}
const EMPTY_LIST = Buffer.from('[]')

/**
 * A page of results, in the form of `candidatesJson`: from the search index, without the database,
 * or from the rows when the index does not hold all of these people in their current state.
 */
export async function pageJson(
  { indexedPeople, readDirectory }: Pick<Parts, 'indexedPeople' | 'readDirectory'>,
  ordinals: number[],
): Promise<Buffer> {
  if (ordinals.length === 0) return EMPTY_LIST
  return indexedPeople(ordinals) ?? (await readDirectory((sql) => candidatesJson(sql, ordinals)))
}

/** Ids of people by ordinal, in the order given. */
export async function idsByOrdinal(sql: Queryable, ordinals: number[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select c.id from unnest(${ordinals}::int[]) with ordinality wanted (ordinal, place)
    join candidates c using (ordinal) order by wanted.place`
  return rows.map(({ id }) => id)
}

/** One public profile; null when unknown. */
export async function candidateById(sql: Queryable, id: string): Promise<Candidate | null> {
  const [row] = await sql<Candidate[]>`
    select ${sql.unsafe(COLUMNS)} from candidates c where c.id = ${id}`
  return row ?? null
}

/** The names of people, in no order; unknown ids are omitted. */
export async function candidateNamesById(
  sql: Queryable,
  ids: readonly string[],
): Promise<CandidateName[]> {
  return [
    ...(await sql<CandidateName[]>`
      select id, first_name, middle_name, last_name from candidates where id = any(${ids}::uuid[])`),
  ]
}

/** The public facts about people's contacts, in no order; unknown ids are omitted. */
export async function contactsKnownById(
  sql: Queryable,
  ids: readonly string[],
): Promise<{ id: string; contacts: ContactKnown[] }[]> {
  return [
    ...(await sql<{ id: string; contacts: ContactKnown[] }[]>`
      select c.id, ${sql.unsafe(CONTACTS_KNOWN_JSON)} as contacts
      from candidates c where c.id = any(${ids}::uuid[])`),
  ]
}
