import { identifier } from '#db/schema/sql-identifier.ts'
import { nextTask } from '#sync/client/wait.ts'
import { type ShapeId, type ShapeName, shapeOf, splitShapeId } from '#sync/contract/shapes.ts'
import { copyLines, storedRow } from './copy-rows.ts'
import type { Tx } from './database.ts'
import { columnsOf, storedColumns, storedType } from './local-columns.ts'
import { keyRow, type RowKey, type TextRow } from './text-rows.ts'

/*
 * Rows in bulk, as text that PostgreSQL itself casts. Names and types in these statements come from
 * the contract alone; values from outside are parameters.
 */

/** Rows per statement, because the parameter is in memory several times. */
const CHUNK = 2_500

const list = (parts: readonly string[]) => parts.join(', ')

/** `$1`, a JSON array of rows, as a relation of text columns. */
const given = (columns: readonly string[]) =>
  `json_to_recordset($1::json) as given(${list(columns.map((name) => `${identifier(name)} text`))})`

const cast = (shape: ShapeName, column: string) =>
  `given.${identifier(column)}::${storedType(shape, column)}`

const isSameRow = (shape: ShapeName) =>
  shapeOf(shape)
    .key.map((column) => `t.${identifier(column)} = ${cast(shape, column)}`)
    .join(' and ')

async function inChunks(rows: readonly TextRow[], run: (json: string) => Promise<unknown>) {
  for (let start = 0; start < rows.length; start += CHUNK) {
    await run(JSON.stringify(rows.slice(start, start + CHUNK)))
  }
}

/** Inserts whole rows whose keys are not there yet, in two thirds of the time of an upsert. */
export async function insertRows(
  tx: Tx,
  shape: ShapeName,
  rows: readonly TextRow[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) {
    await copyIn(tx, shape, copyLines(shapeOf(shape), rows.slice(start, start + CHUNK)))
  }
}

/** Inserts whole rows whose keys are not there yet, given as COPY reads them. */
export async function copyIn(
  tx: Tx,
  shape: ShapeName,
  lines: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const sql = `copy ${shape} (${list(storedColumns(shape).map(identifier))}) from '/dev/blob'`
  // PGlite takes a Blob but only reads its bytes, and those of a real one go through the browser's main
  // process and back.
  const input: Pick<Blob, 'arrayBuffer'> = { arrayBuffer: async () => lines.slice().buffer }
  await tx.query(sql, [], { blob: input as Blob })
}

/** Upserts whole rows. */
export async function putRows(tx: Tx, shape: ShapeName, rows: readonly TextRow[]): Promise<void> {
  const columns = storedColumns(shape)
  const { key } = shapeOf(shape)
  const assignments = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${identifier(column)} = excluded.${identifier(column)}`)
  const sql = `
    insert into ${shape} (${list(columns.map(identifier))})
    select ${list(columns.map((column) => cast(shape, column)))} from ${given(columns)}
    on conflict (${list(key.map(identifier))}) do update set ${list(assignments)}`
  await inChunks(
    rows.map((row) => storedRow(shapeOf(shape), row)),
    (json) => tx.query(sql, [json]),
  )
}

/** Updates some columns of rows, the same in each. @returns how many rows were there. */
export async function patchRows(
  tx: Tx,
  shape: ShapeName,
  rows: readonly TextRow[],
): Promise<number> {
  const { key } = shapeOf(shape)
  const stored = rows.map((row) => storedRow(shapeOf(shape), row))
  const columns = storedColumns(shape)
  const patched = Object.keys(stored[0] ?? {}).filter((column) => columns.includes(column))
  const changed = patched.filter((column) => !key.includes(column))
  if (changed.length === 0) return rows.length
  const sql = `
    update ${shape} t set ${list(changed.map((name) => `${identifier(name)} = ${cast(shape, name)}`))}
    from ${given(patched)} where ${isSameRow(shape)}`
  let found = 0
  await inChunks(stored, async (json) => {
    found += (await tx.query(sql, [json])).affectedRows ?? 0
  })
  return found
}

export async function removeRows(tx: Tx, shape: ShapeName, keys: readonly RowKey[]): Promise<void> {
  const sql = `delete from ${shape} t using ${given(shapeOf(shape).key)} where ${isSameRow(shape)}`
  await inChunks(
    keys.map((key) => keyRow(shape, key)),
    (json) => tx.query(sql, [json]),
  )
}

/** Loads the rows that exist with these keys. */
export async function loadRows(
  tx: Tx,
  shape: ShapeName,
  keys: readonly RowKey[],
): Promise<TextRow[]> {
  const rows: TextRow[] = []
  const sql = `
    select ${textColumns(shape)} from ${shape} t, ${given(shapeOf(shape).key)}
    where ${isSameRow(shape)}`
  await inChunks(
    keys.map((key) => keyRow(shape, key)),
    async (json) => rows.push(...(await tx.query<TextRow>(sql, [json])).rows),
  )
  return rows
}

/** Finds the rows with these values. */
export async function findRows(tx: Tx, shape: ShapeName, values: TextRow): Promise<TextRow[]> {
  const given = Object.entries(values).filter(([, value]) => value !== null)
  const conditions = [
    ...given.map(
      ([name], index) => `t.${identifier(name)} = $${index + 1}::${storedType(shape, name)}`,
    ),
    ...Object.keys(values)
      .filter((name) => values[name] === null)
      .map((name) => `t.${identifier(name)} is null`),
  ]
  const { rows } = await tx.query<TextRow>(
    `select ${textColumns(shape)} from ${shape} t where ${conditions.join(' and ')}`,
    given.map(([, value]) => value),
  )
  return rows
}

/** Yields all rows of a table except those of some owners, in chunks. */
export async function* allRows(
  tx: Tx,
  shape: ShapeName,
  exceptOwners: readonly string[],
): AsyncGenerator<TextRow[]> {
  await tx.query(
    `declare all_rows no scroll cursor for select ${textColumns(shape)} from ${shape} t
     where ${identifier(shapeOf(shape).owner)} not in (select json_array_elements_text($1::json))`,
    [JSON.stringify(exceptOwners)],
  )
  for (;;) {
    const { rows } = await tx.query<TextRow>(`fetch ${CHUNK} from all_rows`)
    if (rows.length === 0) break
    yield rows
  }
  await tx.exec('close all_rows')
}

/** Selects every column that travels, as text. */
const textColumns = (shape: ShapeName) =>
  list(columnsOf(shape).map((name) => `t.${identifier(name)}::text as ${identifier(name)}`))

/** Count and checksum of rows: equal digests mean equal rows. */
export interface Digest {
  count: number
  /** Sum of the rows' hashes, in decimals, as it exceeds a JavaScript number. */
  checksum: bigint
}

const NO_ROWS: Digest = { count: 0, checksum: 0n }

const sumOf = (one: Digest, other: Digest): Digest => ({
  count: one.count + other.count,
  checksum: one.checksum + other.checksum,
})

/** Digests all rows of a shape. */
export function digestOwner(tx: Tx, shape: ShapeId): Promise<Digest> {
  const { name, ownerId } = splitShapeId(shape)
  return digest(tx, name, `from ${name} t where t.${identifier(shapeOf(name).owner)} = $1`, [
    ownerId,
  ])
}

/** Pages of a table per statement of a digest in slices: about eight hundred members. */
const SLICE_PAGES = 64

/**
 * Digests all rows of a shape in slices, so that a read waits for one slice only. The caller blocks
 * writes until the end.
 */
export async function digestInSlices(database: Tx, shape: ShapeId): Promise<Digest> {
  const { name, ownerId } = splitShapeId(shape)
  const { rows } = await database.query<{ pages: number }>(
    `select (pg_relation_size('${name}') / current_setting('block_size')::int)::int as pages`,
  )
  const { pages = 0 } = rows[0] ?? {}
  let total = NO_ROWS
  for (let page = 0; page < pages; page += SLICE_PAGES) {
    await nextTask()
    const slice = `t.ctid >= '(${page},0)' and t.ctid < '(${page + SLICE_PAGES},0)'`
    const from = `from ${name} t where t.${identifier(shapeOf(name).owner)} = $1 and ${slice}`
    total = sumOf(total, await digest(database, name, from, [ownerId]))
  }
  return total
}

/** Digests the rows of these keys. */
export async function digestRows(
  tx: Tx,
  shape: ShapeName,
  keys: readonly RowKey[],
): Promise<Digest> {
  let total = NO_ROWS
  const from = `from ${shape} t, ${given(shapeOf(shape).key)} where ${isSameRow(shape)}`
  await inChunks(
    keys.map((key) => keyRow(shape, key)),
    async (json) => {
      total = sumOf(total, await digest(tx, shape, from, [json]))
    },
  )
  return total
}

/** @param from of the shape's rows, as `t`. */
async function digest(tx: Tx, shape: ShapeName, from: string, params: unknown[]): Promise<Digest> {
  // The type `json` has no hash function.
  const values = columnsOf(shape).map(
    (column) => `t.${identifier(column)}${storedType(shape, column) === 'json' ? '::text' : ''}`,
  )
  const [row] = (
    await tx.query<{ count: number; checksum: string }>(
      `select count(*)::int as count,
        coalesce(sum(hash_record_extended(row(${list(values)}), 0)::numeric), 0)::text as checksum
       ${from}`,
      params,
    )
  ).rows
  return { count: row?.count ?? 0, checksum: BigInt(row?.checksum ?? 0) }
}
