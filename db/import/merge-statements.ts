import { type Column, type ImportFormat, layoutOf, type WriteRule } from './format.ts'
import { contactColumn, STAGING } from './staging.ts'

/** The SQL statements of one batch: staging rows after line `$1` up to line `$2`. */
export interface Statements {
  count: string
  remove: string[]
  update: string[]
  insert: string[]
  contacts: string[]
}

export function statementsOf(format: ImportFormat): Statements {
  const batch = `(select * from ${STAGING} where line > $1 and line <= $2) s`
  const count = `
    select count(*)::integer as people, count(c.id)::integer as known
    from ${batch} left join candidates c on ${samePerson(format)}`
  const none: Statements = { count, remove: [], update: [], insert: [], contacts: [] }
  if (format.effect === 'remove') {
    const remove = `delete from candidates c using ${batch} where ${isRemoval(format)} returning c.id`
    return { ...none, remove: [remove] }
  }
  const enrich = {
    ...none,
    update: [updateStatement(format, batch)],
    contacts: Object.entries(format.contacts).map(([kind, rule]) =>
      contactStatement(format, batch, kind, rule),
    ),
  }
  return format.effect === 'enrich'
    ? enrich
    : { ...enrich, insert: [insertStatement(format, batch)] }
}

/**
 * Statements that delete staging rows about absent people whom the file does not add, and rows that
 * change nothing.
 */
export function noEffectStatements(format: ImportFormat): { absent?: string; unchanged?: string } {
  const absent = `
    delete from ${STAGING} s
    where not exists (select 1 from candidates c where ${samePerson(format)})`
  const contacts = Object.entries(format.contacts)
  const unchanged = `
    delete from ${STAGING} s using candidates c
    ${contacts.map(([kind], i) => contactJoin(kind, `k${i}`)).join(' ')}
    where ${samePerson(format)} and not ${columnsDiffer(format)}
    ${contacts.map(([kind, rule], i) => `and not ${contactDiffers(format, kind, rule, `k${i}`)}`).join(' ')}`
  switch (format.effect) {
    case 'merge':
      return { unchanged }
    case 'enrich':
      return { absent, unchanged }
    case 'remove':
      return { absent }
  }
}

function updateStatement(format: ImportFormat, batch: string): string {
  const rules = Object.entries(format.columns) as [Column, WriteRule][]
  const values = rules.map(
    ([column, rule]) => `${column} = ${nextValue(column, rule, format.source)}`,
  )
  return `
    update candidates c set ${values.join(', ')}
    from ${batch}
    where ${samePerson(format)} and ${columnsDiffer(format)}
    returning c.id`
}

/** The column's value after the import, by `WriteRule`. */
export function nextValue(column: string, rule: WriteRule, source: string): string {
  const isOwn = `c.source = '${source}'`
  const given = `coalesce(s.${column}, c.${column})`
  // Skills are never null, only empty.
  const kept = column === 'skills' ? `nullif(c.skills, '{}')` : `c.${column}`
  const filled = `coalesce(${kept}, s.${column}, c.${column})`
  switch (rule) {
    case 'own':
      return `case when ${isOwn} then s.${column} else ${given} end`
    case 'known':
      return given
    case 'fill':
      return `case when ${isOwn} then ${given} else ${filled} end`
    case 'brought':
      return `case when ${isOwn} then ${given} else c.${column} end`
    case 'derived':
      return `case when ${isOwn} and s.specialty is distinct from c.specialty then ${given} else ${filled} end`
  }
}

function insertStatement(format: ImportFormat, batch: string): string {
  const { columns } = layoutOf(format)
  const values = columns.map((column) => (column === 'skills' ? `coalesce(skills, '{}')` : column))
  // Ordinals are assigned before the conflict is found: inserting known people would waste an
  // ordinal each.
  return `
    insert into candidates (${['npi', 'source_key', ...columns, 'source'].join(', ')})
    select ${['npi', 'source_key', ...values].join(', ')}, '${format.source}' from ${batch}
    where not exists (select 1 from candidates c where ${samePerson(format)})
    order by line
    returning id`
}

/** The statement for contacts of one kind. */
function contactStatement(
  format: ImportFormat,
  batch: string,
  kind: string,
  rule: 'own' | 'known',
): string {
  const { source } = format
  const same = `k.candidate_id = d.id and k.kind = '${kind}'`
  const value = `s.${contactColumn(kind)}`
  return `
    with differing as materialized (
      select c.id, ${value} as value, k.value as old
      from ${batch}
      join candidates c on ${samePerson(format)}
      ${contactJoin(kind, 'k')}
      where ${contactDiffers(format, kind, rule, 'k')}
    ), removed as (
      delete from candidate_contacts k using differing d where ${same} and d.value is null
    ), replaced as (
      update candidate_contacts k set value = d.value, verified_at = null
      from differing d where ${same} and d.value is not null
    ), added as (
      insert into candidate_contacts (candidate_id, kind, value, source)
      select id, '${kind}', value, '${source}' from differing where old is null
    )
    select id from differing`
}

/**
 * Matches a staging row to its person; by a single key if that suffices, so that one index is read.
 */
export function samePerson({ hasSourceKeys }: ImportFormat): string {
  return hasSourceKeys ? '(c.npi = s.npi or c.source_key = s.source_key)' : 'c.npi = s.npi'
}

/** SQL: whether a staging row removes its person, which it does not if the NPI was reactivated. */
export function isRemoval(format: ImportFormat): string {
  return `${samePerson(format)} and (c.reactivated_on >= s.source_updated_at) is not true`
}

/** Joins the contact of this kind that `c` has, if any. */
export function contactJoin(kind: string, alias: string): string {
  return `left join candidate_contacts ${alias}
    on ${alias}.candidate_id = c.id and ${alias}.kind = '${kind}' `
}

/** SQL: whether a row changes a contact; contacts from other sources are never changed. */
export function contactDiffers(
  { source }: ImportFormat,
  kind: string,
  rule: 'own' | 'known',
  alias: string,
): string {
  const value = `s.${contactColumn(kind)}`
  return `(${alias}.value is distinct from ${value}
    and (${alias}.source is null or ${alias}.source = '${source}')
    ${rule === 'known' ? `and ${value} is not null` : ''})`
}

/** SQL: whether a row changes a person's columns. */
function columnsDiffer(format: ImportFormat): string {
  const rules = Object.entries(format.columns) as [Column, WriteRule][]
  return `(${rules.map(([column]) => `c.${column}`).join(', ')}) is distinct from
    (${rules.map(([column, rule]) => nextValue(column, rule, format.source)).join(', ')})`
}
