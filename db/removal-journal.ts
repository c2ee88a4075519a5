/**
 * The journal of removals: a file outside the database, to which each removal of people and each
 * deletion of an account is appended. It is replayed when a backup is restored, which may contain
 * those removed since. Security: it contains ids and keyed hashes, no personal data.
 * The removal's own transaction writes an entry as a row of `removal_outbox`, which is deleted once
 * the entry is on the disk. An entry may thus be in the journal twice, but is never missing.
 * The first line states when the journal was begun: it contains no earlier removals.
 */
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Queryable, Sql } from './client.ts'
import { type JournalEntry, journalEntry } from './schema/removal-outbox.ts'

/** Records a removal in its own transaction. */
export async function noteRemoval(tx: Queryable, entry: JournalEntry): Promise<void> {
  await tx`insert into removal_outbox (entry) values (${JSON.stringify(entry)}::text::jsonb)`
}

/**
 * Appends the removals that are not yet in the journal.
 * @throws when the journal cannot be written: the rows stay for the next time
 */
export async function appendRemovals(sql: Sql, path: string): Promise<void> {
  await sql.begin(async (tx) => {
    // The lock serialises appends: two machines appending to one network file could overwrite each
    // other.
    await tx`select pg_advisory_xact_lock(hashtextextended('removal-journal', 0))`
    const rows = await tx<{ id: string; entry: unknown }[]>`
      select id, entry from removal_outbox order by id`
    if (rows.length === 0) return
    await append(
      path,
      rows.map(({ entry }) => JSON.stringify(entry)),
    )
    await tx`delete from removal_outbox where id = any(${rows.map(({ id }) => id)}::bigint[])`
  })
}

/**
 * Creates the journal if it is missing: a restore requires one, and an empty one states that nobody
 * was removed.
 */
export async function openJournal(path: string): Promise<void> {
  await append(path, [])
}

async function append(path: string, lines: readonly string[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a', 0o600)
  try {
    const { size } = await file.stat()
    const begun: Beginning = { begunAt: new Date().toISOString() }
    // Each entry begins with a line feed too: a line that a crash cut off must not run into the
    // next.
    for (const line of size === 0 ? [JSON.stringify(begun), ...lines] : lines) {
      const bytes = Buffer.from(`\n${line}\n`)
      const { bytesWritten } = await file.write(bytes)
      if (bytesWritten < bytes.length) throw new Error('The journal of removals is cut short.')
    }
    await file.sync()
  } finally {
    await file.close()
  }
  // The folder is synced too, because the file's name may be new.
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

/** The first line of a journal. */
const beginning = z.strictObject({ begunAt: z.iso.datetime() })
type Beginning = z.infer<typeof beginning>

/** The content of a journal. */
export interface Journal {
  /** The time since which it contains the removals; undefined if it does not say. */
  begunAt: string | undefined
  entries: JournalEntry[]
  /**
   * The number of unreadable lines: a crash cut each off and its removal is repeated below, or the
   * file was damaged.
   */
  unreadable: number
}

/**
 * Reads a journal.
 * @throws when there is no such file
 */
export async function readJournal(path: string): Promise<Journal> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`The journal of removals ${path} cannot be read.`)
  })
  const lines = text.split('\n').filter((line) => line !== '')
  const read = lines.map((line) => lineOf(line))
  const entries = read.filter((line) => line !== undefined && 'people' in line)
  const [first] = read.filter((line) => line !== undefined && 'begunAt' in line)
  const unreadable = read.filter((line) => line === undefined).length
  return { begunAt: first?.begunAt, entries, unreadable }
}

function lineOf(line: string): Beginning | JournalEntry | undefined {
  try {
    return z.union([beginning, journalEntry]).parse(JSON.parse(line))
  } catch {
    return undefined
  }
}
