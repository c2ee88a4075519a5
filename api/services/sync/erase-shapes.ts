import { setTimeout as sleep } from 'node:timers/promises'
import type { Parts } from '#api/context.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'

/** The number of shapes dropped in one transaction, which holds a connection for so many requests. */
const BATCH = 50

/** The time between tries: a shape server that restarts answers again after some seconds. */
const RETRY_MS = 5000

interface EraseParts extends Pick<Parts, 'sql' | 'stopping'> {
  shapes: Pick<Parts['shapes'], 'erase'>
}

/**
 * Has the shape server drop the shapes whose history was erased. Runs in several processes at once.
 * @param tries how often a shape server that fails is asked
 * @throws when it still fails; the rows stay for the next run
 */
export async function eraseShapes(
  parts: EraseParts,
  { tries = 1, retryMs = RETRY_MS } = {},
): Promise<void> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      while (await eraseBatch(parts)) {}
      return
    } catch (error) {
      if (left <= 0 || parts.stopping.aborted) throw error
      await sleep(retryMs, undefined, { signal: parts.stopping })
    }
  }
}

/** @returns whether there may be more. */
async function eraseBatch({ sql, shapes }: EraseParts): Promise<boolean> {
  return sql.begin(async (tx) => {
    const rows = await tx<{ owner_id: string; name: ShapeName }[]>`
      delete from erased_shapes where (owner_id, id) in (
        select owner_id, id from erased_shapes order by id limit ${BATCH} for update skip locked)
      returning owner_id, name`
    const named = new Map(rows.map((row) => [`${row.name} ${row.owner_id}`, row]))
    for (const { owner_id, name } of named.values()) await shapes.erase(name, owner_id)
    return rows.length === BATCH
  })
}
