import { documentColumns } from '#api/services/search/document-source.ts'
import type { SearchDocument } from '#api/services/search/engine.ts'
import type { Sql } from '#db/client.ts'
import { FILTERS } from '#db/schema/filters.ts'
import type { Vocabulary } from './query-mix.ts'

/** People to draw searches from: enough that terms vary over thousands of searches. */
const PEOPLE = 20_000
/** Distinct values of a field to draw from. */
const VALUES = 5000

/** Draws the material for searches from a directory; the same directory gives the same. */
export async function readVocabulary(sql: Sql): Promise<Vocabulary> {
  const [size] = await sql<{ people: number }[]>`select max(ordinal) as people from candidates`
  const step = Math.max(1, Math.floor((size?.people ?? 0) / PEOPLE))
  const people = await sql<SearchDocument[]>`
    select ${documentColumns(sql)} from candidates c
    where ordinal = any(array(select generate_series(1, ${size?.people ?? 0}::int, ${step}::int)))
    order by ordinal`
  const distinct = async (expression: string): Promise<string[]> => {
    const rows = await sql<{ value: string }[]>`
      select value from (
        select distinct ${sql.unsafe(expression)} as value from candidates
        tablesample bernoulli (10) repeatable (1)
      ) sampled where value is not null order by md5(value) limit ${VALUES}`
    return rows.map(({ value }) => value)
  }
  return {
    people,
    values: {
      specialty: await distinct('specialty'),
      city: await distinct('city'),
      state: await distinct('state'),
      country: await distinct('country'),
      title: await distinct('title'),
      organization: await distinct('organization'),
      education: await distinct(`education -> 0 ->> 'school'`),
      skills: await distinct('skills[1]'),
      companySize: await distinct('company_size'),
      companyRevenue: await distinct('company_revenue'),
      companyIndustry: await distinct('company_industry'),
      credential: await distinct('credential'),
      npi: await distinct('npi'),
      hasContact: FILTERS.hasContact.oneOf,
      verifiedWithin: FILTERS.verifiedWithin.oneOf,
    },
  }
}
