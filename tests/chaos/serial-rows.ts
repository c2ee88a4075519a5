import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { isOpenReport, type ReportState } from '#db/schema/contact-reports.ts'
import { checkMutation } from '#sync/client/outbox/check-mutation.ts'
import type { OutboxEntry } from '#sync/client/outbox/outbox-store.ts'
import { WRITABLE_NAMES, type WritableName } from '#sync/contract/shapes.ts'
import { MemoryRows } from '#tests/support/memory-rows.ts'
import { DifferenceError } from './difference.ts'
import type { World } from './world.ts'

type Row = Record<string, unknown>

/** Columns that the database fills in itself, and times, which are the server's. */
const NOT_SAID = /^(owner_id|card|\w+_at)$/

/**
 * Compares the server's rows with a serial run of each mutation that it applied, once and in its order,
 * on a model of rows. That order must be the one in which each device made them.
 * @param journals the files of the devices' outboxes: they hold every mutation ever made.
 * @param leaver who was removed from the directory: whatever names that person is gone.
 * @throws DifferenceError with the place of the difference.
 */
export async function expectDoneOnce(
  { sql }: World,
  userId: string,
  journals: string[],
  leaver: string,
): Promise<void> {
  const made = new Map<string, OutboxEntry & { journal: string }>()
  for (const journal of journals) {
    for (const entry of await entriesOf(journal)) made.set(entry.id, { ...entry, journal })
  }
  const applied = await sql<{ id: string }[]>`
    select id from mutation_results where owner_id = ${userId} and result ->> 'status' = 'applied'
    order by xmin::text::bigint`
  const rows = new MemoryRows(userId)
  const reached = new Map<string, number>()
  for (const { id } of applied) {
    const mutation = made.get(id)
    if (!mutation) throw new DifferenceError(`Applied, and made by nobody: ${id}.`)
    const { journal, seq, name } = mutation
    if (seq <= (reached.get(journal) ?? 0)) {
      throw new DifferenceError(`A ${name} was run after later ones.`)
    }
    reached.set(journal, seq)
    const { run, args } = checkMutation(name, mutation.args)
    await run(rows.tx(new Date()), args)
  }
  // The database deletes them with their search.
  for (const [key, { search_owner: owner_id, search_id: id }] of rows.table('watches')) {
    const search = rows.keyOf('saved_searches', { owner_id, id })
    if (!rows.table('saved_searches').has(search)) rows.table('watches').delete(key)
  }
  for (const name of WRITABLE_NAMES) {
    for (const [key, row] of rows.table(name)) {
      if (row.candidate_id === leaver) rows.table(name).delete(key)
    }
    const found = await sql<Row[]>`select * from ${sql(name)} where owner_id = ${userId}`
    const held = new Map(found.map((row) => [rows.keyOf(name, row), said(name, row)]))
    const expected = new Map([...rows.table(name)].map(([key, row]) => [key, said(name, row)]))
    if (isDeepStrictEqual(held, expected)) continue
    const [here, there] = [held, expected].map((all) => JSON.stringify([...all]).slice(0, 600))
    throw new DifferenceError(
      `The server differs in ${name}.\n  holds ${here}\n  should hold ${there}`,
    )
  }
}

function said(table: WritableName, row: Row): Row {
  const texts = Object.entries(row).filter(([column]) => !NOT_SAID.test(column))
  return {
    ...Object.fromEntries(texts),
    // Which of two reasons is the newer one, the server's clock says.
    ...(table === 'do_not_contact' && { reason: null }),
    // Whether reports of others agree, the database knows.
    ...(table === 'contact_reports' && { state: isOpenReport(row.state as ReportState) }),
    isDeleted: row.deleted_at != null,
    isRemoved: row.removed_at != null,
  }
}

async function entriesOf(journal: string): Promise<OutboxEntry[]> {
  const lines = (await readFile(journal, 'utf8')).split('\n').slice(0, -1)
  return lines.flatMap((line) => (JSON.parse(line) as { entries: OutboxEntry[] }).entries)
}
