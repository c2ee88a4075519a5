import { type Column, type ImportFormat, layoutOf, type WriteRule } from './format.ts'
import {
  contactDiffers,
  contactJoin,
  isRemoval,
  nextValue,
  samePerson,
} from './merge-statements.ts'
import { STAGING } from './staging.ts'

/**
 * Privacy: columns by which a person can be contacted: the preview shows that they change, without
 * the value.
 */
export const REDACTED_COLUMNS: readonly string[] = ['linkedin_url']

/**
 * SQL for the effects of the rows that stay in the staging table after those without a change are
 * deleted.
 * - `count`: the number of rows about known people, and about absent ones.
 * - `changed`, `created`, `removed`: the first `$1` of each by line.
 */
export function previewStatements(format: ImportFormat) {
  const joined = `${STAGING} s join candidates c on ${samePerson(format)}`
  const head = (alias: string) =>
    `s.line, concat_ws(' ', ${alias}.first_name, ${alias}.last_name) as name, ${alias}.npi`
  const isAbsent = `not exists (select 1 from candidates c where ${samePerson(format)})`
  return {
    count: `
      select (select count(distinct c.id)::integer from ${joined}) as known,
        (select count(*)::integer from ${STAGING} s where ${isAbsent}) as "unknown"`,
    changed: `
      select ${head('c')}, ${changes(format)} as fields, ${changedContacts(format)} as contacts
      from ${joined} ${Object.keys(format.contacts).map(contactJoined).join(' ')}
      order by s.line limit $1`,
    created: `
      select ${head('s')}, ${given(format)} as fields, ${givenContacts(format)} as contacts
      from ${STAGING} s where ${isAbsent} order by s.line limit $1`,
    removed: `
      select ${head('c')}, '{}'::jsonb as fields, '{}'::text[] as contacts
      from ${STAGING} s join candidates c on ${isRemoval(format)} order by s.line limit $1`,
  }
}

/** For each column [before, after], over all columns; equal values mean no change. */
function changes(format: ImportFormat): string {
  const rules = Object.entries(format.columns) as [Column, WriteRule][]
  const pairs = rules.map(([column, rule]) => {
    const next = nextValue(column, rule, format.source)
    return `'${column}', jsonb_build_array(c.${column}, ${next})`
  })
  return `jsonb_build_object(${pairs.join(', ')})`
}

function given(format: ImportFormat): string {
  const pairs = layoutOf(format).columns.map(
    (column) => `'${column}', jsonb_build_array(null, s.${column})`,
  )
  return `jsonb_build_object(${pairs.join(', ')})`
}

function changedContacts(format: ImportFormat): string {
  const kinds = Object.entries(format.contacts).map(
    ([kind, rule], i) =>
      `case when ${contactDiffers(format, kind, rule, contactAlias(i))} then '${kind}' end`,
  )
  return textArray(kinds)
}

function givenContacts(format: ImportFormat): string {
  const { contactKinds } = layoutOf(format)
  return textArray(
    contactKinds.map((kind) => `case when s.contact_${kind} is not null then '${kind}' end`),
  )
}

function textArray(values: readonly string[]): string {
  return `array_remove(array[${values.join(', ')}]::text[], null)`
}

function contactAlias(i: number): string {
  return `k${i}`
}

function contactJoined(kind: string, i: number): string {
  return contactJoin(kind, contactAlias(i))
}
