import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { MutationTracker } from '#sync/client/outbox/mutation-tracker.ts'
import { Outbox } from '#sync/client/outbox/outbox.ts'
import { Replica } from '#sync/client/tables/replica.ts'
import { SHAPE_NAMES, shapeOf } from '#sync/contract/shapes.ts'
import { openFileOutbox } from './file-outbox.ts'

interface Opening {
  database: PGlite
  /** Folder of the outbox's file; the same folder opens the same outbox. */
  dir: string
  userId: string
}

/** A device's tables and outbox, without a server or a network. */
export async function openTracker({ database, dir, userId }: Opening) {
  const store = await openFileOutbox(join(dir, userId))
  const outbox = await Outbox.open(store)
  const replica = await Replica.open({
    database,
    userId,
    now: Date.now,
    assertLeader: () => undefined,
    onTables: () => undefined,
  })
  const tracker = new MutationTracker({
    userId,
    outbox,
    replica,
    now: Date.now,
    onCounts: () => undefined,
    onFault(fault) {
      throw fault
    },
  })
  await tracker.enqueue(outbox.entries)
  return { tracker, outbox, replica, store }
}

/** Every row of every table as it travels, for comparison with a model's. */
export async function tablesOf(database: PGlite): Promise<Record<string, string[]>> {
  const tables = await Promise.all(
    SHAPE_NAMES.map(async (name) => {
      const columns = Object.keys(shapeOf(name).columns).map((column) => `"${column}"`)
      const { rows } = await database.query<object>(`select ${columns.join()} from ${name}`)
      return [name, rows.map((row) => JSON.stringify(row)).sort()] as const
    }),
  )
  return Object.fromEntries(tables)
}
