import { type Column, type ImportFormat, layoutOf, type WriteRule } from './format.ts'
import { contactDiffers, contactJoin, leaves, nextValue, samePerson } from './merge-statements.ts'
import { STAGING } from './staging.ts'

/** Would show how to reach somebody: that it changes is told, its value is not. */
export const UNTOLD_COLUMNS: readonly string[] = ['linkedin_url']

/**
 * SQL that says what the rows would do that stay in the staging table once those with nothing to do
 * are set aside.
 * - `count`: people whom rows are about, and rows about nobody who is there.
 * - `changed`, `created`, `removed`: the first `$1` of them by line.
 */
export function previewStatements(format: ImportFormat) {
  const joined = `${STAGING} s join candidates c on ${samePerson(format)}`
  const head = (alias: string) =>
    `s.line, concat_ws(' ', ${alias}.first_name, ${alias}.last_name) as name, ${alias}.npi`
  const nobody = `not exists (select 1 from candidates c where ${samePerson(format)})`
  return {
    count: `
      select (select count(distinct c.id)::integer from ${joined}) as known,
        (select count(*)::integer from ${STAGING} s where ${nobody}) as "unknown"`,
    changed: `
      select ${head('c')}, ${changes(format)} as fields, ${changedContacts(format)} as contacts
      from ${joined} ${Object.keys(format.contacts).map(contactJoined).join(' ')}
      order by s.line limit $1`,
    created: `
      select ${head('s')}, ${given(format)} as fields, ${givenContacts(format)} as contacts
      from ${STAGING} s where ${nobody} order by s.line limit $1`,
    removed: `
      select ${head('c')}, '{}'::jsonb as fields, '{}'::text[] as contacts
      from ${STAGING} s join candidates c on ${leaves(format)} order by s.line limit $1`,
  }
}

/** Column → [before, after], of all columns: which of them differ shows by their values. */
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
