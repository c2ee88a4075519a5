import { setImmediate } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'
import type { Queryable, Sql } from '#db/client.ts'
import { CANDIDATE_FIELDS } from '#db/import/clean-candidate.ts'
import { type CopyValue, copyInto, copyLine } from '#db/import/copy.ts'
import { type GeneratedPerson, type GenerateOptions, generatePeople } from './people.ts'

export interface SeedOptions extends GenerateOptions {
  /** Called as people arrive, at the end at the latest. */
  onProgress?: (done: number, total: number) => void
}

/** People per COPY: bounds memory, and is what progress moves by. */
const BATCH = 10_000

/** People drawn in one go: a few milliseconds. */
const SLICE = 100

const CANDIDATE_COLUMNS = ['id', ...CANDIDATE_FIELDS, 'source', 'source_updated_at'] as const
const CONTACT_COLUMNS = ['candidate_id', 'kind', 'value', 'source', 'verified_at'] as const

/**
 * Fills the directory with synthetic people, in one transaction.
 * @throws when people of the same seed are there already
 */
export async function seedDirectory(sql: Sql, options: SeedOptions): Promise<void> {
  const { people, onProgress } = options
  const source = generatePeople(options)
  await sql.begin((tx) =>
    withoutIndexes(tx, async () => {
      let batch = await takeBatch(source)
      let done = 0
      while (batch.people > 0) {
        // PostgreSQL takes one batch in while the next is drawn.
        const [, next] = await Promise.all([copyBatch(tx, batch), takeBatch(source)])
        done += batch.people
        onProgress?.(done, people)
        batch = next
      }
    }),
  )
  // Fresh statistics: plans made for an empty table are slow ones.
  await sql`analyze candidates, candidate_contacts`
}

/**
 * Does the work with the keys and indexes of the directory out of the way and brings them back:
 * checking and sorting millions of rows at once takes a fraction of doing it row by row, most of
 * all once the indexes are larger than memory.
 */
async function withoutIndexes(tx: TransactionSql, work: () => Promise<void>): Promise<void> {
  const tables = tx.array(['candidates', 'candidate_contacts'])
  // A key that others refer to goes after what refers to it, and comes back before.
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
  // Everybody is new: nobody has to be marked as changed for the contacts that they come with.
  await tx`alter table candidate_contacts disable trigger user`
  await work()
  await tx`alter table candidate_contacts enable trigger user`
  for (const { definition } of indexes) await tx.unsafe(definition)
  for (const { table, name, definition } of constraints.toReversed()) {
    await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

/** People ready to be copied, as text: objects of this number would keep the collector busy. */
interface Batch {
  people: number
  candidates: string
  contacts: string
}

async function copyBatch(tx: Queryable, { candidates, contacts }: Batch): Promise<void> {
  await copyInto(tx, 'candidates', CANDIDATE_COLUMNS, [candidates])
  await copyInto(tx, 'candidate_contacts', CONTACT_COLUMNS, [contacts])
}

/** The next people of the source; none at its end. Lets other work through now and then. */
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
