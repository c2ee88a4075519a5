import { words } from '#api/services/search/text.ts'
import type { Sql } from '#db/client.ts'
import { type BenchBody, LIST_FILTERS } from './query-mix.ts'

/**
 * Searches by plain SQL, as before a directory has a search engine: exact count and page. Their rules
 * are close to ours, not the same: `like` finds a word anywhere, the vector in any field.
 */
export const BASELINES = ['ILIKE', 'GIN tsvector'] as const
export type Baseline = (typeof BASELINES)[number]

const PAGE_SIZE = 25

/** All searchable text of a person. */
const TEXT = `concat_ws(' ', first_name, middle_name, last_name, title, specialty, organization,
  array_to_string(skills, ' '), city, education::text)`

/** The filters on columns; the baselines have no contacts. */
const COLUMN_FILTERS = LIST_FILTERS.filter(
  (filter) => filter !== 'hasContact' && filter !== 'verifiedWithin',
)

const LAST_VERIFIED = `(select max(k.verified_at) from candidate_contacts_known k
  where k.candidate_id = id)`

const COLUMNS: Record<(typeof COLUMN_FILTERS)[number], { expression: string; isEqual: boolean }> = {
  specialty: { expression: 'specialty', isEqual: true },
  city: { expression: 'city', isEqual: true },
  state: { expression: 'state', isEqual: true },
  country: { expression: 'country', isEqual: true },
  companySize: { expression: 'company_size', isEqual: true },
  companyRevenue: { expression: 'company_revenue', isEqual: true },
  companyIndustry: { expression: 'company_industry', isEqual: true },
  title: { expression: 'title', isEqual: false },
  organization: { expression: 'organization', isEqual: false },
  education: { expression: 'education::text', isEqual: false },
  skills: { expression: `array_to_string(skills, ' ')`, isEqual: false },
  credential: { expression: 'credential', isEqual: true },
  npi: { expression: 'npi', isEqual: true },
}

const ORDERS = {
  name: ['last_name', 'first_name', 'middle_name'],
  title: ['title'],
  specialty: ['specialty'],
  organization: ['organization'],
  location: ['state', 'city'],
  verified: [LAST_VERIFIED],
} as const

/** Creates the table and the index of the text search baseline, once per database. */
export async function createBaselines(sql: Sql): Promise<void> {
  await sql`create schema if not exists bench`
  const [found] =
    await sql`select to_regclass('bench.people') as name where to_regclass('bench.people_document') is not null`
  if (found) return
  await sql`drop table if exists bench.people`
  await sql.unsafe(`create table bench.people as
    select *, to_tsvector('simple', ${TEXT}) as document from candidates`)
  await sql`create index people_document on bench.people using gin (document)`
  await sql`vacuum analyze bench.people`
}

/** Runs one search and returns the exact count of hits. */
export async function searchBaseline(
  sql: Sql,
  baseline: Baseline,
  body: BenchBody,
): Promise<number> {
  const parameters: (string | string[])[] = []
  const bind = (value: string | string[]) => `$${parameters.push(value)}`
  const conditions = (baseline === 'ILIKE' ? likeConditions : vectorConditions)(body, bind)
  const table = baseline === 'ILIKE' ? 'candidates' : 'bench.people'
  const where = `from ${table} where ${conditions.join(' and ') || 'true'}`
  const direction = body.sortDirection === 'desc' ? 'desc' : 'asc'
  const order = body.sortKey
    ? ORDERS[body.sortKey].map((column) => `${column} ${direction} nulls last`)
    : []
  const [row] = await sql.unsafe<{ count: number }[]>(
    `select count(*)::int as count ${where}`,
    parameters,
  )
  await sql.unsafe(
    `select * ${where} order by ${[...order, 'ordinal'].join(', ')} limit ${PAGE_SIZE}`,
    parameters,
  )
  return row?.count ?? 0
}

type Bind = (value: string | string[]) => string

function likeConditions({ filters }: BenchBody, bind: Bind): string[] {
  const conditions = words(filters.query ?? '').map((word) => `${TEXT} ilike ${bind(`%${word}%`)}`)
  for (const filter of COLUMN_FILTERS) {
    const values = filters[filter]
    if (!values) continue
    const { expression, isEqual } = COLUMNS[filter]
    const wanted = isEqual ? values : values.map((value) => `%${words(value).join('%')}%`)
    conditions.push(`${expression} ${isEqual ? '=' : 'ilike'} any(${bind(wanted)}::text[])`)
  }
  return conditions
}

function vectorConditions({ filters }: BenchBody, bind: Bind): string[] {
  const every = (text: string) => words(text).map((word) => `${word}:*`)
  const needed = every(filters.query ?? '')
  const conditions: string[] = []
  for (const filter of COLUMN_FILTERS) {
    const values = filters[filter]
    if (!values) continue
    const { expression, isEqual } = COLUMNS[filter]
    if (isEqual) conditions.push(`${expression} = any(${bind(values)}::text[])`)
    else needed.push(`(${values.map((value) => every(value).join(' & ')).join(' | ')})`)
  }
  if (needed.length > 0)
    conditions.push(`document @@ to_tsquery('simple', ${bind(needed.join(' & '))})`)
  return conditions
}
