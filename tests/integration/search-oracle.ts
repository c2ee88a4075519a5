import { foldSql } from '../../api/services/search/text.ts'
import type { Sql } from '../../db/client.ts'
import type { Facet, SearchFilters } from '../../db/schema/search.ts'
import type { SortDirection, SortKey } from '../../db/schema/vocabulary.ts'

/**
 * The rules of search as plain SQL over a table of folded words, slow and without an index: what an
 * engine is compared with.
 */
export async function createOracle(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create function fold(t text) returns text language sql immutable as $$ select ${foldSql('t')} $$;

    create function words(t text) returns text[] language sql immutable as $$
      select coalesce(array_agg(w), '{}')
      from regexp_split_to_table(fold(t), '[^[:alnum:]]+') w where w <> ''
    $$;

    create function sort_key(variadic parts text[]) returns text language sql immutable as $$
      select nullif(array_to_string(array(
        select nullif(fold(part), '') from unnest(parts) with ordinality p(part, place) order by place
      ), chr(1)), '')
    $$;

    create table people as select
      ordinal, state, country, company_size, company_industry, company_revenue,
      lower(specialty) as specialty_name, fold(specialty) as specialty, fold(city) as city,
      words(coalesce(title, '')) as title,
      words(coalesce(organization, '')) as organization,
      words(array_to_string(skills, ' ')) as skills,
      words(case jsonb_typeof(education)
        when 'string' then education #>> '{}'
        when 'array' then (
          select coalesce(string_agg(concat_ws(' ', e ->> 'school', e ->> 'degree'), ' '), '')
          from jsonb_array_elements(education) e)
        else '' end) as education,
      words(concat_ws(' ', first_name, middle_name, last_name, title, specialty, organization,
        array_to_string(skills, ' '), city)) as query,
      sort_key(last_name, first_name, middle_name) as by_name,
      sort_key(title) as by_title,
      sort_key(specialty) as by_specialty,
      sort_key(organization) as by_organization,
      sort_key(state, city) as by_location
    from candidates;

    -- Every wanted word is the start of one there, or, when shorter than 3 letters, equals one.
    create function has_words(there text[], wanted text[]) returns boolean language sql immutable as $$
      select not exists (select from unnest(wanted) n where not exists (
        select from unnest(there) w
        where case when char_length(n) >= 3 then starts_with(w, n) else w = n end))
    $$;
  `)
}

const FILTER_CONDITIONS: Record<keyof SearchFilters, string> = {
  query: 'has_words(p.query, n.words)',
  title: 'has_words(p.title, n.words)',
  organization: 'has_words(p.organization, n.words)',
  education: 'has_words(p.education, n.words)',
  skills: 'has_words(p.skills, n.words)',
  specialty: 'p.specialty = n.folded',
  city: 'p.city = n.folded',
  state: 'p.state = n.value',
  country: 'p.country = n.value',
  companySize: 'p.company_size = n.value',
  companyIndustry: 'p.company_industry = n.value',
  companyRevenue: 'p.company_revenue = n.value',
}

const FACET_COLUMNS: Record<Facet, string> = {
  specialty: 'specialty_name',
  state: 'state',
  companySize: 'company_size',
  companyRevenue: 'company_revenue',
  companyIndustry: 'company_industry',
}

/** The filter values in use, and who matches them all. `$1` holds [filter, value] pairs. */
function matching(filters: SearchFilters): { sql: string; parameters: string[][] } {
  const pairs = Object.entries(filters).flatMap(([filter, values]) =>
    (Array.isArray(values) ? values : [values]).map((value) => [filter, value]),
  )
  const conditions = Object.entries(FILTER_CONDITIONS).map(
    ([filter, condition]) => `(
      not exists (select from needles n where n.filter = '${filter}')
      or exists (select from needles n where n.filter = '${filter}' and ${condition}))`,
  )
  return {
    sql: `
      with needles as materialized (
        select filter, value, fold(value) as folded, words(value) as words
        from unnest($1::text[], $2::text[]) as given(filter, value)
        where words(value) <> '{}')
      select p.* from people p where ${conditions.join(' and ')}`,
    parameters: [pairs.map(([filter]) => filter ?? ''), pairs.map(([, value]) => value ?? '')],
  }
}

/** The ordinals of everybody who matches, in order. */
export async function oracleOrdinals(
  sql: Sql,
  filters: SearchFilters,
  sort?: { key: SortKey; direction: SortDirection },
): Promise<number[]> {
  const { sql: matches, parameters } = matching(filters)
  const key = sort ? `by_${sort.key}` : undefined
  const order = !key
    ? 'ordinal'
    : sort?.direction === 'asc'
      ? `${key} is null, ${key} collate "C", ordinal`
      : `${key} is null, ${key} collate "C" desc,
         case when ${key} is null then ordinal else -ordinal end`
  const rows = await sql.unsafe<{ ordinal: number }[]>(
    `select ordinal from (${matches}) matches order by ${order}`,
    parameters,
  )
  return rows.map(({ ordinal }) => ordinal)
}

/** People per value of a facet with every filter but its own; specialties in lower case. */
export async function oracleFacet(
  sql: Sql,
  filters: SearchFilters,
  facet: Facet,
): Promise<Record<string, number>> {
  const { sql: matches, parameters } = matching({ ...filters, [facet]: [] })
  const column = FACET_COLUMNS[facet]
  const rows = await sql.unsafe<{ value: string; count: number }[]>(
    `select ${column} as value, count(*)::integer as count from (${matches}) matches
     where ${column} is not null group by 1`,
    parameters,
  )
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]))
}
