import { setImmediate } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'
import type { Queryable, Sql } from '#db/client.ts'
import { CANDIDATE_FIELDS } from '#db/import/clean-candidate.ts'
import { type CopyValue, copyInto, copyLine } from '#db/import/copy.ts'
import { type GeneratedPerson, type GenerateOptions, generatePeople } from './people.ts'

export interface SeedOptions extends GenerateOptions {
  /** Called with the progress, at least once at the end. */
  onProgress?: (done: number, total: number) => void
}

/** The number of people per COPY, which bounds memory and is the step of the progress. */
const BATCH = 10_000

/** The number of people generated per turn, which takes a few milliseconds. */
const SLICE = 100

const CANDIDATE_COLUMNS = ['id', ...CANDIDATE_FIELDS, 'source', 'source_updated_at'] as const
const CONTACT_COLUMNS = ['candidate_id', 'kind', 'value', 'source', 'verified_at'] as const

/**
 * Fills the directory with synthetic people, in one transaction.
 * @throws when people of the same seed exist already
 */
export async function seedDirectory(sql: Sql, options: SeedOptions): Promise<void> {
  const { people, onProgress } = options
  const source = generatePeople(options)
  await sql.begin((tx) =>
    withoutIndexes(tx, async () => {
      let batch = await takeBatch(source)
      let done = 0
      while (batch.people > 0) {
        // PostgreSQL writes one batch while the next is generated.
        const [, next] = await Promise.all([copyBatch(tx, batch), takeBatch(source)])
        done += batch.people
        onProgress?.(done, people)
        batch = next
      }
    }),
  )
  // The statistics are updated, because plans for an empty table are slow.
  await sql`analyze candidates, candidate_contacts`
}

/**
 * Runs the work without the directory's keys and indexes, and restores them: checking and sorting
 * millions of rows at once takes a fraction of the time that it takes row by row, especially once
 * the indexes exceed memory.
 */
async function withoutIndexes(tx: TransactionSql, work: () => Promise<void>): Promise<void> {
  const tables = tx.array(['candidates', 'candidate_contacts'])
  // A referenced key is dropped after the keys that refer to it, and restored before them.
  const constraints = await tx<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as "table", quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype in ('p', 'f') and
      (conrelid::regclass::text = any(${tables}) or confrelid::regclass::text = any(${tables}))
    order by contype = 'p'`
  const indexes = await tx<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid::regclass::text = any(${tables}) and not indisprimary`
  for (const { table, name } of constraints) {
    await tx.unsafe(`alter table ${table} drop constraint ${name}`)
  }
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`)
  // All people are new, so the triggers that mark people as changed are unnecessary.
  await tx`alter table candidate_contacts disable trigger user`
  await work()
  await tx`alter table candidate_contacts enable trigger user`
  for (const { definition } of indexes) await tx.unsafe(definition)
  for (const { table, name, definition } of constraints.toReversed()) {
    await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

/** People ready for COPY, as text: as objects, so many would keep the garbage collector busy. */
interface Batch {
  people: number
  candidates: string
  contacts: string
}

async function copyBatch(tx: Queryable, { candidates, contacts }: Batch): Promise<void> {
  await copyInto(tx, 'candidates', CANDIDATE_COLUMNS, [candidates])
  await copyInto(tx, 'candidate_contacts', CONTACT_COLUMNS, [contacts])
}

/** The next people of the source; empty at its end. It yields to the event loop at intervals. */
async function takeBatch(source: Iterator<GeneratedPerson>): Promise<Batch> {
  const batch: Batch = { people: 0, candidates: '', contacts: '' }
  while (batch.people < BATCH) {
    const { value: person, done } = source.next()
    if (done) break
    batch.people++
    batch.candidates += copyLine(candidateValues(person))
    for (const values of contactValues(person)) batch.contacts += copyLine(values)
    if (batch.people % SLICE === 0) await setImmediate()
  }
  return batch
}

function candidateValues({ candidate }: GeneratedPerson): CopyValue[] {
  return CANDIDATE_COLUMNS.map((column) =>
    column === 'education'
      ? candidate.education && JSON.stringify(candidate.education)
      : candidate[column],
  )
}

function contactValues({ candidate, contacts }: GeneratedPerson): CopyValue[][] {
  return contacts.map((contact) => [
    candidate.id,
    contact.kind,
    contact.value,
    contact.source,
    contact.verified_at,
  ])
}
