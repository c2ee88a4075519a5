import { type FileHandle, open } from 'node:fs/promises'
import type { Queryable } from '#db/client.ts'
import { identifier } from '#db/schema/sql-identifier.ts'
import type { Definition } from './definition.ts'
import { MESSAGE_SEPARATOR } from './message-list.ts'
import { snapshotMessage, type View } from './messages.ts'
import type { PgSnapshot } from './pg-snapshot.ts'
import { snapshotEnd } from './protocol.ts'
import { bytesOf, type Row } from './table.ts'
import { toSql } from './where-sql.ts'

/** Bytes of rows fetched at a time, however wide they are. */
const FETCH_BYTES = 256 * 1024
const MAX_ROWS_AT_ONCE = 500

/**
 * @returns the query of a view's rows, to which conditions are added. Rows of inheriting tables are
 * left out: their changes are streamed as those tables' own.
 */
export function selectRows({ table, columns }: View): string {
  const list = columns.map(identifier).join(', ')
  return `select ${list} from only ${identifier(table.schema)}.${identifier(table.name)}`
}

/**
 * Writes the rows of a shape to a file, as messages, and at the end the snapshot.
 * @param tx the transaction in whose snapshot it reads
 * @returns where each chunk ends in the file
 */
export async function writeSnapshot(
  tx: Queryable,
  { definition, path, chunkBytes, snapshot }: SnapshotOptions,
): Promise<number[]> {
  const file = new ChunkedFile(await open(path, 'w'), chunkBytes)
  try {
    if (definition.log === 'full') {
      for await (const rows of rowsOf(tx, definition)) {
        await file.write(rows.map((row) => snapshotMessage(definition, row)))
      }
    }
    await file.write([snapshotEnd(snapshot)])
    return await file.end()
  } finally {
    await file.close()
  }
}

interface SnapshotOptions {
  definition: Definition
  path: string
  /** A chunk ends with the message that reaches this size. */
  chunkBytes: number
  snapshot: PgSnapshot
}

/** All rows, in portions that are likely to fit. */
async function* rowsOf(tx: Queryable, definition: Definition): AsyncGenerator<Row[]> {
  const params: string[] = []
  const condition = definition.where ? ` where ${toSql(definition.where, params)}` : ''
  await tx.unsafe(`declare rows no scroll cursor for ${selectRows(definition)}${condition}`, params)
  for (let count = 1; ; ) {
    const rows = await tx.unsafe<Row[]>(`fetch ${count} from rows`)
    if (rows.length === 0) return
    yield rows
    const widest = Math.max(1, ...rows.map(bytesOf))
    count = Math.min(Math.ceil(FETCH_BYTES / widest), 4 * count, MAX_ROWS_AT_ONCE)
  }
}

/** Messages in chunks, one after the other in a file. */
class ChunkedFile {
  private readonly ends: number[] = []
  private size = 0
  private begin = 0

  constructor(
    private readonly file: FileHandle,
    private readonly chunkBytes: number,
  ) {}

  async write(messages: string[]): Promise<void> {
    const parts: Buffer[] = []
    for (const message of messages) {
      const body = Buffer.from(message)
      const separator = this.size > this.begin ? [MESSAGE_SEPARATOR] : []
      parts.push(...separator, body)
      this.size += body.length + (separator[0]?.length ?? 0)
      if (this.size - this.begin >= this.chunkBytes) this.endChunk()
    }
    await this.file.write(Buffer.concat(parts))
  }

  /** Flushes the file. @returns where each chunk ends */
  async end(): Promise<number[]> {
    if (this.size > this.begin) this.endChunk()
    await this.file.datasync()
    return this.ends
  }

  close(): Promise<void> {
    return this.file.close()
  }

  private endChunk(): void {
    this.ends.push(this.size)
    this.begin = this.size
  }
}
