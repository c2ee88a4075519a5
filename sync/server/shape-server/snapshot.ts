import { type FileHandle, open } from 'node:fs/promises'
import type { Queryable } from '../../../db/client.ts'
import type { Definition } from './definition.ts'
import { snapshotMessage, type View } from './messages.ts'
import type { PgSnapshot } from './pg-snapshot.ts'
import { snapshotEnd } from './protocol.ts'
import { CHUNK_BYTES } from './shape.ts'
import { MESSAGE_SEPARATOR } from './shape-log.ts'
import type { Row } from './table.ts'
import { identifier, toSql } from './where-sql.ts'

/** So many rows are in memory at a time. */
const ROWS_AT_ONCE = 500

/**
 * @returns the query of a view's rows, to which conditions are added. Those of tables that inherit from
 *   it are not among them: their changes are streamed as their own tables'.
 */
export function selectRows({ table, columns }: View): string {
  const list = columns.map(identifier).join(', ')
  return `select ${list} from only ${identifier(table.schema)}.${identifier(table.name)}`
}

/**
 * Writes the rows of a shape to a file, as messages, row by row, and at the end what was seen.
 * @param tx whose snapshot it is taken in
 * @returns where each chunk ends in the file; one at least
 */
export async function writeSnapshot(
  tx: Queryable,
  definition: Definition,
  path: string,
  snapshot: PgSnapshot,
): Promise<number[]> {
  const file = await open(path, 'w')
  try {
    const ends = definition.log === 'full' ? await writeRows(tx, definition, file) : [0]
    const [size = 0, from = 0] = ends.slice(-2).reverse()
    const end = Buffer.from((size > from ? MESSAGE_SEPARATOR : '') + snapshotEnd(snapshot))
    await file.write(end)
    await file.datasync()
    return [...ends.slice(0, -1), size + end.length]
  } finally {
    await file.close()
  }
}

async function writeRows(tx: Queryable, definition: Definition, file: FileHandle) {
  const params: string[] = []
  const condition = definition.where ? ` where ${toSql(definition.where, params)}` : ''
  const rows = tx.unsafe<Row[]>(selectRows(definition) + condition, params).cursor(ROWS_AT_ONCE)
  const ends: number[] = []
  let size = 0
  let chunkBytes = 0
  for await (const some of rows) {
    const messages = some.map((row) => snapshotMessage(definition, row)).join(MESSAGE_SEPARATOR)
    const text = Buffer.from(chunkBytes > 0 ? MESSAGE_SEPARATOR + messages : messages)
    await file.write(text)
    size += text.length
    chunkBytes += text.length
    if (chunkBytes >= CHUNK_BYTES) {
      ends.push(size)
      chunkBytes = 0
    }
  }
  if (chunkBytes > 0 || ends.length === 0) ends.push(size)
  return ends
}
