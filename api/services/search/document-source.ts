import type { Candidate } from '#api/contract/candidates.ts'
import { CANDIDATE_JSON } from '#api/services/directory/candidates.ts'
import type { Queryable, Sql } from '#db/client.ts'
import { DOCUMENT_COLUMNS, type SearchDocument } from './engine.ts'

/** People per round trip: large enough to be quick, small enough for memory. */
export const BATCH_SIZE = 5000

/**
 * The searched columns of `candidates c`, with the kinds of contacts and when they were verified. A
 * contact that two accounts reported wrong counts as missing: a search for people with a mobile
 * number must not find it.
 */
export function documentColumns(sql: Queryable) {
  return sql`${sql([...DOCUMENT_COLUMNS])}, coalesce((
    select json_agg(json_build_object('kind', k.kind, 'verified_at',
      to_char(k.verified_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
    from candidate_contacts_known k where k.candidate_id = c.id and not k.is_disputed), '[]') as contacts`
}

/** A person to be indexed, with the JSON that results show. */
export type CardedDocument = SearchDocument & { card: string }

/**
 * All candidates by ascending ordinal, in batches. The searched columns are read from the JSON that
 * results show, which contains them: reading them separately would take PostgreSQL as long again.
 */
export async function* allDocuments(tx: Queryable): AsyncGenerator<CardedDocument[]> {
  type Row = Pick<CardedDocument, 'ordinal' | 'changed_xid' | 'card'>
  const batches = tx<Row[]>`
    select ordinal, changed_xid, ${tx.unsafe(CANDIDATE_JSON)} as card
    from candidates c order by ordinal`.cursor(BATCH_SIZE)
  for await (const batch of readAhead(batches)) {
    yield batch.map((row) => {
      const person = JSON.parse(row.card) as Candidate
      const contacts = person.contacts.filter(({ is_disputed }) => !is_disputed)
      return Object.assign(person, row, { contacts })
    })
  }
}

/**
 * Requests each batch while the previous one is used. When ended early, it waits for the pending
 * batch: the driver closes a cursor only between batches, and would otherwise leave the connection
 * busy for ever.
 */
async function* readAhead<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  const reading = batches[Symbol.asyncIterator]()
  let next = reading.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = reading.next()
      // It is awaited in the next turn: until then its rejection must not count as unhandled.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    // The failure was already thrown where the batch was awaited.
    await next.catch(() => undefined)
    await reading.return?.()
  }
}

/** The candidates with these ordinals, except deleted ones. */
export async function documentsOf(sql: Queryable, ordinals: number[]): Promise<SearchDocument[]> {
  return sql<SearchDocument[]>`
    select ${documentColumns(sql)} from candidates c where ordinal = any(${ordinals}::integer[])`
}

/** Identifies the database: the server's system identifier and the database's oid. */
export async function databaseIdentity(sql: Queryable): Promise<string> {
  const [row] = await sql<{ identity: string }[]>`
    select system_identifier || '/' ||
      (select oid from pg_database where datname = current_database()) as identity
    from pg_control_system()`
  return row?.identity ?? ''
}

/**
 * The oldest transaction still running, as decimal text: every change that this snapshot does not
 * show was made by it or by a later one.
 */
export async function oldestRunning(tx: Queryable): Promise<string> {
  const [row] = await tx<{ xmin: string }[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`
  return row?.xmin ?? '0'
}

/** Runs reads in one snapshot of the database. */
export function inSnapshot<T>(sql: Sql, read: (tx: Queryable) => Promise<T>): Promise<T> {
  return sql.begin('isolation level repeatable read read only', read) as Promise<T>
}
