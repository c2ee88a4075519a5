import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import postgres, { type ReservedSql } from 'postgres'
import { dropIndexes } from '#db/drop-indexes.ts'
import { type CopyValue, copyInto, copyLine } from './copy.ts'
import { type ImportFormat, layoutOf } from './format.ts'
import type { LocatedRecord } from './record-reader.ts'

/**
 * The number of people per COPY, which bounds the memory of buffered contacts, some 60 bytes each.
 */
const PEOPLE_A_COPY = 30_000

/**
 * The number of file pieces, of some 200 people each, read while the database copies earlier ones.
 */
const PIECES_AHEAD = 64

/** How long to wait for transactions that are still reading the empty directory. */
const LOCK_TIMEOUT = '5s'

const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'

const TABLES = ['candidates', 'candidate_contacts']

/**
 * Indexes of ascending values: each new row comes last in them, and PostgreSQL maintains them while
 * the next rows are read.
 */
const ASCENDING_INDEXES = ['candidates_ordinal', 'candidates_changed_xid']

/** The indexes that stay empty, because people of this format have no such values. */
function emptyIndexes({ hasSourceKeys, contacts }: ImportFormat): string[] {
  const indexes = []
  if (!hasSourceKeys) indexes.push('candidates_source_key')
  if (!('personal_email' in contacts || 'work_email' in contacts)) {
    indexes.push('candidate_contacts_email')
  }
  return indexes
}

/**
 * Fills an empty directory in one transaction, straight from the file, and builds the indexes
 * afterwards: several times as fast as merging, because it needs no lookups and sorts only once.
 * @returns how many people were imported; undefined, with nothing changed, when bulk loading is
 *   not possible: the directory contains people or is in use, or the file contains a person twice
 */
export async function bulkLoad(
  sql: ReservedSql,
  format: ImportFormat,
  records: () => AsyncGenerator<LocatedRecord[]>,
): Promise<number | undefined> {
  await sql`begin`
  try {
    await sql.unsafe(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    await sql.unsafe(`lock table ${TABLES.join(', ')} in access exclusive mode`)
    const [someone] = await sql`select 1 from candidates limit 1`
    if (someone) {
      await sql`rollback`
      return undefined
    }
    await keepOrdinals(sql)
    const restore = await dropIndexes(sql, TABLES, [...ASCENDING_INDEXES, ...emptyIndexes(format)])
    const reading = records()
    // A COPY that failed requests no more records, and the file would stay open.
    const people = await copyRecords(sql, format, reading).finally(() => reading.return(undefined))
    await restore()
    await sql`commit`
    // A small sample suffices to find people by their keys; autovacuum refines it.
    await sql`set default_statistics_target = 10`
    await sql`analyze candidates (id, npi), candidate_contacts (candidate_id)`
    return people
  } catch (error) {
    await sql`rollback`
    if (!(error instanceof postgres.PostgresError)) throw error
    if (error.code !== UNIQUE_VIOLATION && error.code !== LOCK_NOT_AVAILABLE) throw error
    return undefined
  }
}

/**
 * A sequence's numbers are used up even when the transaction rolls back, but a restart of the
 * sequence is undone, so that an aborted import does not use up millions of ordinals.
 */
async function keepOrdinals(sql: ReservedSql): Promise<void> {
  const [{ next } = { next: '1' }] = await sql<{ next: string }[]>`
    select (coalesce(pg_sequence_last_value(
      pg_get_serial_sequence('candidates', 'ordinal')::regclass), 0) + 1)::text as next`
  await sql.unsafe(`alter table candidates alter column ordinal restart with ${next}`)
}

async function copyRecords(
  sql: ReservedSql,
  format: ImportFormat,
  records: AsyncGenerator<LocatedRecord[]>,
): Promise<number> {
  const { columns } = layoutOf(format)
  const candidateColumns = ['id', 'npi', 'source_key', 'source', ...columns]
  const contactColumns = ['candidate_id', 'kind', 'value', 'source']
  const prepared = Readable.from(piecesOf(format, records), { highWaterMark: PIECES_AHEAD })
  const pieces: AsyncIterator<Piece> = prepared[Symbol.asyncIterator]()
  let people = 0
  for (let isEnd = false; !isEnd; ) {
    const contacts: Buffer[] = []
    // A connection copies into one table at a time, so contacts are buffered until their people are
    // written.
    const somePeople = async function* () {
      for (let copied = 0; copied < PEOPLE_A_COPY; ) {
        const { value: piece, done } = await pieces.next()
        if (done) {
          isEnd = true
          return
        }
        contacts.push(piece.contacts)
        copied += piece.people
        people += piece.people
        yield piece.candidates
      }
    }
    await copyInto(sql, 'candidates', candidateColumns, somePeople())
    await copyInto(sql, 'candidate_contacts', contactColumns, contacts)
  }
  return people
}

/** Rows of both tables, as bytes: as strings, so many would keep the garbage collector busy. */
interface Piece {
  people: number
  candidates: Buffer
  contacts: Buffer
}

/** The rows for these people, who receive their ids here. */
async function* piecesOf(
  format: ImportFormat,
  batches: AsyncGenerator<LocatedRecord[]>,
): AsyncGenerator<Piece> {
  const { columns, contactKinds } = layoutOf(format)
  const { source } = format
  for await (const records of batches) {
    let [candidates, contacts] = ['', '']
    for (const { npi, sourceKey, fields, contacts: values } of records) {
      const id = randomUUID()
      const row: CopyValue[] = [id, npi, sourceKey ?? null, source]
      for (const column of columns) row.push(fields[column] ?? missing(column))
      candidates += copyLine(row)
      for (const kind of contactKinds) {
        const value = values[kind]
        if (value) contacts += copyLine([id, kind, value, source])
      }
    }
    yield {
      people: records.length,
      candidates: Buffer.from(candidates),
      contacts: Buffer.from(contacts),
    }
  }
}

/** Skills are never null, only empty. */
function missing(column: string): CopyValue {
  return column === 'skills' ? [] : null
}
