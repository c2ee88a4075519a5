import type { Facet, SearchFilters } from '#api/contract/search.ts'
import type { Selection } from '#api/services/search/engine.ts'
import type { TextMatch } from '#api/services/search/text-query.ts'
import type { Sql } from '#db/client.ts'
import { FILTERS, type ListFilter } from '#db/schema/filters.ts'

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

    -- Words with a space between, and one at either end, so that a phrase is a part of it.
    create function spaced(words text[]) returns text language sql immutable as $$
      select case when words <> '{}' then ' ' || array_to_string(words, ' ') || ' ' end
    $$;

    create function credentials(t text) returns text[] language sql immutable as $$
      select coalesce(array_agg(c), '{}') from (
        select array_to_string(words(part), '') c from regexp_split_to_table(t, '[[:space:],/;]+') part
      ) parts where c <> ''
    $$;

    create function sort_key(variadic parts text[]) returns text language sql immutable as $$
      select nullif(array_to_string(array(
        select nullif(fold(part), '') from unnest(parts) with ordinality p(part, place) order by place
      ), chr(1)), '')
    $$;

    create table people as select
      ordinal, npi, state, country, fold(city) || '|' || state as city_in_state,
      case
        when trim(office_zip) ~ '^\\d{5}(-?\\d{4})?$' then array[left(trim(office_zip), 5)]
        when trim(office_zip) ~* '^[a-z]\\d[a-z]\\s?\\d[a-z]\\d$' then array[
          regexp_replace(lower(trim(office_zip)), '\\s', ''), left(lower(trim(office_zip)), 3)]
        when trim(office_zip) ~* '^[a-z]\\d[a-z]$' then array[lower(trim(office_zip))]
        else '{}' end as postal_areas,
      company_size, company_industry, company_revenue,
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
        array_to_string(skills, ' '), city)) as "any",
      words(concat_ws(' ', first_name, middle_name, last_name)) as name,
      words(coalesce(specialty, '')) as specialty_words, words(coalesce(city, '')) as city_words,
      credentials(coalesce(credential, '')) as credentials,
      array(select spaced(words(skill)) from unnest(skills) skill) as spaced_skills,
      array(select case k.kind when 'phone' then 'mobile' else k.kind end
        from candidate_contacts k where k.candidate_id = c.id and k.kind <> 'direct_phone') as contacts,
      verified.on_day as verified_on, verified.personal_on,
      (last_name is not null)::int + (credential is not null)::int + (title is not null)::int
        + (specialty is not null)::int + (organization is not null)::int + (city is not null)::int
        + (skills <> '{}')::int
        + coalesce((education not in ('[]', '""'))::int, 0) + verified.contacts as completeness,
      sort_key(last_name, first_name, middle_name) as by_name,
      sort_key(title) as by_title,
      sort_key(specialty) as by_specialty,
      sort_key(organization) as by_organization,
      sort_key(state, city) as by_location,
      verified.on_day::text as by_verified
    from candidates c cross join lateral (
      select count(*)::int as contacts, max((verified_at at time zone 'utc')::date) as on_day,
        max((verified_at at time zone 'utc')::date)
          filter (where kind in ('phone', 'personal_email')) as personal_on
      from candidate_contacts where candidate_id = c.id) verified;

    -- Every wanted word is the start of one there, or, when shorter than 3 letters, equals one.
    create function has_words(there text[], wanted text[]) returns boolean language sql immutable as $$
      select not exists (select from unnest(wanted) n where not exists (
        select from unnest(there) w
        where case when char_length(n) >= 3 then starts_with(w, n) else w = n end))
    $$;
  `)
}

const FILTER_CONDITIONS: Record<Exclude<ListFilter, 'leaveOut'>, string> = {
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
  credential: 'p.credentials @> credentials(n.value)',
  npi: 'p.npi = trim(n.value)',
  hasContact: 'n.value = any(p.contacts)',
  verifiedWithin: `p.verified_on >= (now() at time zone 'utc')::date
    - case n.filter when 'verifiedWithin' then n.value::int end`,
}

/** What a match says of a person `p`; `value` is the placeholder of its value. */
function matchCondition({ field, how }: TextMatch, value: string): string {
  const words = `words(${value})`
  const inOrder = how === 'phrase'
  const has = (column: string) =>
    how === 'prefixes' ? `has_words(${column}, ${words})` : `${column} @> ${words}`
  const condition = (() => {
    switch (field) {
      case 'npi':
      case 'state':
      case 'country':
        return `p.${field} = trim(${value})`
      case 'cityInState':
        return `p.city_in_state = trim(${value})`
      case 'postalCode':
        return `trim(${value}) = any(p.postal_areas)`
      case 'contact':
        return `trim(${value}) = any(p.contacts)`
      case 'credential':
        return how === 'prefixes'
          ? `has_words(p.credentials, credentials(${value}))`
          : `p.credentials @> credentials(${value})`
      case 'name':
        return has('p.name')
      case 'city':
        return how === 'equal' ? `p.city = fold(${value})` : has('p.city_words')
      case 'specialty':
        if (how === 'equal') return `p.specialty = fold(${value})`
        return inOrder
          ? `spaced(p.specialty_words) like '%' || spaced(${words}) || '%'`
          : has('p.specialty_words')
      case 'title':
      case 'organization':
        if (how === 'equal') return `p.${field} = ${words}`
        return inOrder
          ? `spaced(p.${field}) like '%' || spaced(${words}) || '%'`
          : has(`p.${field}`)
      case 'skills':
        if (how === 'equal') return `spaced(${words}) = any(p.spaced_skills)`
        return inOrder
          ? `exists (select from unnest(p.spaced_skills) s where s like '%' || spaced(${words}) || '%')`
          : has('p.skills')
      case 'any': {
        if (!inOrder) return has('p."any"')
        const phrase = `'%' || spaced(${words}) || '%'`
        return `(p.name @> ${words} or p.city_words @> ${words}
          or spaced(p.specialty_words) like ${phrase} or spaced(p.title) like ${phrase}
          or spaced(p.organization) like ${phrase}
          or exists (select from unnest(p.spaced_skills) s where s like ${phrase}))`
      }
    }
  })()
  return `(${words} <> '{}' and ${condition})`
}

/** How good a match is, from the contract's words; places have no say. */
const TIER_FIELDS = ['name', 'specialty', 'title', 'credential', 'organization', 'skills', 'any']
const PLACES = new Set(['npi', 'city', 'state', 'country', 'cityInState', 'postalCode', 'contact'])
function tier({ field, how }: TextMatch): number {
  if (how === 'prefixes') return 6
  return PLACES.has(field) ? 0 : TIER_FIELDS.indexOf(field)
}

const facetColumn = (facet: Facet) =>
  facet === 'specialty' ? 'specialty_name' : FILTERS[facet].column

/** SQL: all matching people, with the tier of each; `$1` holds filters and `$2` their values. */
function matching({ filters, text, leaveOut = [] }: Selection) {
  const pairs = Object.keys(FILTER_CONDITIONS).flatMap((filter) =>
    filters[filter as ListFilter].map((value) => [filter, value] as const),
  )
  const parameters: (string | string[] | number[])[] = [
    pairs.map(([filter]) => filter),
    pairs.map(([, value]) => value),
    [...leaveOut],
  ]
  const conditions = Object.entries(FILTER_CONDITIONS).map(
    ([filter, condition]) => `(
      not exists (select from needles n where n.filter = '${filter}')
      or exists (select from needles n where n.filter = '${filter}' and ${condition}))`,
  )
  const tiers: string[] = ['0']
  for (const { anyOf, isExcluded } of text) {
    const matches = anyOf.map((match) => ({
      condition: matchCondition(match, `$${parameters.push(match.value)}::text`),
      tier: tier(match),
    }))
    const any = matches.map(({ condition }) => condition).join(' or ') || 'false'
    conditions.push(`coalesce(${any}, false) = ${!isExcluded}`)
    if (isExcluded) continue
    tiers.push(
      `least(${matches.map(({ condition, tier }) => `case when ${condition} then ${tier} end`).join(', ')})`,
    )
  }
  return {
    sql: `
      with needles as materialized (
        select filter, value, fold(value) as folded, words(value) as words
        from unnest($1::text[], $2::text[]) as given(filter, value)
        where words(value) <> '{}')
      select p.*, greatest(${tiers.join(', ')}) as tier from people p
      where p.ordinal <> all($3::int[]) and ${conditions.join(' and ')}`,
    parameters,
  }
}

/** The ordinals of all matching people, in order. */
export async function oracleOrdinals(sql: Sql, selection: Selection): Promise<number[]> {
  const { sort } = selection
  const { sql: matches, parameters } = matching(selection)
  const key = sort ? `by_${sort.key}` : undefined
  const order = !key
    ? 'tier, personal_on desc nulls last, completeness desc, ordinal'
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
  selection: Selection,
  facet: Facet,
): Promise<Record<string, number>> {
  const filters: SearchFilters = { ...selection.filters, [facet]: [] }
  const { sql: matches, parameters } = matching({ ...selection, filters })
  const column = facetColumn(facet)
  const rows = await sql.unsafe<{ value: string; count: number }[]>(
    `select ${column} as value, count(*)::integer as count from (${matches}) matches
     where ${column} is not null group by 1`,
    parameters,
  )
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]))
}

/**
 * SQL for `fold` (`api/services/search/text.ts`) of an expression, in a database whose locale is C.UTF-8. The
 * mark ranges are those of the Latin, Greek and Cyrillic scripts.
 */
function foldSql(expression: string): string {
  const marks = '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]'
  return `replace(lower(regexp_replace(normalize(${expression}, NFKD), '${marks}|[''’]', '', 'g')), 'ς', 'σ')`
}
