import type { Queryable } from '#db/client.ts'
import { GENERATED_SINCE } from './generated-columns.ts'
import { RequestError } from './request-error.ts'

/** A row by column name, each value as the text PostgreSQL writes. */
export type Row = Record<string, string | null>

/** The approximate memory of a row. */
export function bytesOf(row: Row | undefined): number {
  let bytes = 0
  for (const name in row) bytes += row[name]?.length ?? 0
  return bytes
}

export interface Table {
  oid: number
  schema: string
  name: string
  columns: Column[]
  /** Columns of the primary key in its order, or all columns where there is none. */
  key: string[]
}

export interface Column {
  name: string
  typeOid: number
  /** As SQL writes it in a cast, without length or precision. */
  type: string
  /** Whether two values are equal exactly when their texts are. */
  isEqualAsText: boolean
  /** Whether PostgreSQL computes it from other columns. */
  isGenerated: boolean
  /** Whether its values have fields, which can all be null while the text is not. */
  isComposite: boolean
  /** The labels of an enum: renaming one changes rows without a streamed change. */
  labels: string | null
  /** The description of the column that clients get, by which they choose a parser. */
  shown: ShownColumn
}

/** An entry of the `electric-schema` header. */
interface ShownColumn {
  type: string
  dims?: number
  not_null?: boolean
  pk_index?: number
  /** A modifier such as `max_length` or `precision`. */
  [modifier: string]: string | number | boolean | undefined
}

/**
 * Types whose output is the same text exactly for equal values. Not among them: `numeric` (1.0 and
 * 1.00 are equal), floats (0 and -0), `char(n)` (padding), `interval` (a month and 30 days), `jsonb`.
 */
const EQUAL_AS_TEXT =
  'bool,int2,int4,int8,oid,text,varchar,name,uuid,bytea,date,timestamp,timestamptz'.split(',')

/**
 * Looks a table up.
 * @param name as SQL writes it, `public` unless it names a schema
 * @throws RequestError where there is no such table, or none a shape can be made of
 */
export async function inspectTable(sql: Queryable, name: string): Promise<Table> {
  const [found] = await sql<
    { oid: string; schema: string; name: string; kind: string; persistence: string }[]
  >`
    select c.oid, n.nspname as schema, c.relname as name, c.relkind as kind,
      c.relpersistence as persistence
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.oid = to_regclass(${qualified(name)})`.catch((error: Error & { code?: string }) => {
    // The name is invalid (42), or of another database (0A). A lost connection is not the request's
    // fault.
    throw /^(42|0A)...$/.test(error.code ?? '') ? new RequestError('table', error.message) : error
  })
  const isSystem = found?.schema === 'pg_catalog' || found?.schema === 'information_schema'
  if (!found || isSystem)
    throw new RequestError(
      'table',
      `Table ${shownName(name)} does not exist. If the table name contains capitals or special characters you must quote it.`,
    )
  if (found.kind !== 'r') throw new RequestError('table', `${name} is not a plain table.`)
  if (found.persistence !== 'p') {
    throw new RequestError('table', `${name} is unlogged or temporary: nobody is told its changes.`)
  }
  await refuseUnsent(sql, found.oid)
  const columns = await readColumns(sql, found.oid)
  const keyed = columns
    .filter(({ shown }) => shown.pk_index !== undefined)
    .sort((a, b) => Number(a.shown.pk_index) - Number(b.shown.pk_index))
  const key = (keyed.length > 0 ? keyed : columns).map((column) => column.name)
  return { oid: Number(found.oid), schema: found.schema, name: found.name, columns, key }
}

/** Completes a name without a schema with `public`, whatever the search path says. */
function qualified(name: string): string {
  const isBare = /^([^".]+|"([^"]|"")+")$/.test(name)
  return isBare ? `public.${name}` : name
}

/** Schema and table, each in quotes. */
function shownName(name: string): string {
  const parts = [...qualified(name).matchAll(/"((?:[^"]|"")*)"|[^".]+/g)]
  return parts.map(([part, quoted]) => `"${quoted ?? part.toLowerCase()}"`).join('.')
}

/**
 * Virtual generated columns, and before PostgreSQL 18 all generated ones, are not streamed.
 * PostgreSQL refuses every update of a table that is sent whole and has such a column: a shape
 * would break its writers, whether it shows that column or not.
 */
async function refuseUnsent(sql: Queryable, oid: string): Promise<void> {
  const [unsent] = await sql<{ names: string | null }[]>`
    select string_agg(attname, ', ' order by attnum) as names from pg_attribute
    where attrelid = ${oid} and not attisdropped and attgenerated <> ''
      and (attgenerated <> 's' or current_setting('server_version_num')::int < ${String(GENERATED_SINCE)}::int)`
  if (unsent?.names == null) return
  throw new RequestError(
    'columns',
    `The following columns are generated and cannot be included in the shape: ${unsent.names}`,
  )
}

async function readColumns(sql: Queryable, oid: string): Promise<Column[]> {
  const rows = await sql<Record<string, string | null>[]>`
    select a.attname as name, a.atttypid as type_oid, a.attndims as dims, a.attnotnull as not_null,
      format_type(a.atttypid, -1) as type, format_type(e.oid, a.atttypmod) as full_type,
      a.atttypmod as modifier, a.attgenerated as generated, e.typname as shown_type, t.typcategory as category,
      t.typtype as kind, t.typname as type_name, coalesce(l.collisdeterministic, true) as deterministic,
      array_position(i.indkey::int2[], a.attnum) as pk_index,
      (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum
        where enumtypid in (t.oid, t.typelem, t.typbasetype)) as labels
    from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      join pg_type e on e.oid = case when t.typcategory = 'A' then t.typelem else t.oid end
      left join pg_collation l on l.oid = a.attcollation
      left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = ${oid} and a.attnum > 0 and not a.attisdropped
    order by a.attnum`
  return rows.map((row) => ({
    name: row.name ?? '',
    typeOid: Number(row.type_oid),
    type: row.type ?? '',
    isEqualAsText:
      (EQUAL_AS_TEXT.includes(row.type_name ?? '') && row.deterministic === 't') ||
      row.kind === 'e',
    isGenerated: row.generated !== '',
    isComposite: row.category === 'C',
    labels: row.labels ?? null,
    shown: shownColumn(row),
  }))
}

function shownColumn(row: Record<string, string | null>): ShownColumn {
  const type = row.shown_type ?? ''
  const isArray = row.category === 'A'
  return {
    type,
    ...modifiersOf(type, Number(row.modifier), row.full_type ?? ''),
    ...(isArray && { dims: Math.max(1, Number(row.dims)) }),
    // The client applies `not_null` to the elements of an array too, which may be null.
    ...(row.not_null === 't' && !isArray && { not_null: true }),
    // `indkey` counts from 0.
    ...(row.pk_index !== null && { pk_index: Number(row.pk_index) }),
  }
}

/** @param fullType as SQL writes it, which is where the fields of an interval are readable */
function modifiersOf(
  type: string,
  modifier: number,
  fullType: string,
): Record<string, string | number> {
  if (modifier < 0) return {}
  if (type === 'varchar') return { max_length: modifier - 4 }
  if (type === 'bpchar') return { length: modifier - 4 }
  if (type === 'bit') return { length: modifier }
  if (type === 'numeric') {
    const [, precision, scale] = /\((\d+),(-?\d+)\)/.exec(fullType) ?? []
    return { precision: Number(precision), scale: Number(scale) }
  }
  if (/^time/.test(type)) return { precision: modifier }
  if (type !== 'interval') return {}
  const [, fields, precision] = /^interval ?([a-z ]*)(?:\((\d)\))?/.exec(fullType) ?? []
  return {
    ...(fields && { fields: fields.toUpperCase() }),
    ...(precision && { precision: Number(precision) }),
  }
}
