import type { Sql } from '#db/client.ts'
import { LIST_RESTORE_DAYS } from '#db/schema/lists.ts'
import { RESULTS_KEPT_DAYS } from './mutation-age.ts'
import { lockOwner } from './owner-lock.ts'

/** Rows deleted per transaction, which replication sends as a whole. */
const BATCH = 1000

/** Deletes lists and people on them past their time to be restored, and answers of long ago. */
export async function purgeOwnedRows(
  sql: Sql,
): Promise<{ lists: number; members: number; results: number }> {
  return {
    lists: await purgeLists(sql),
    members: await purgeMembers(sql),
    results: await purgeResults(sql),
  }
}

/**
 * Deletes each list with its members in one transaction, so that it is never restored without them.
 */
async function purgeLists(sql: Sql): Promise<number> {
  const due = await sql<{ owner_id: string; id: string }[]>`
    select owner_id, id from lists
    where deleted_at < now() - make_interval(days => ${LIST_RESTORE_DAYS})`
  let purged = 0
  for (const { owner_id, id } of due) {
    await sql.begin(async (tx) => {
      await lockOwner(tx, owner_id)
      // The condition is checked again, because the list may have been restored meanwhile.
      const { count } = await tx`
        delete from lists
        where owner_id = ${owner_id} and id = ${id}
          and deleted_at < now() - make_interval(days => ${LIST_RESTORE_DAYS})`
      // The steps of people are kept as long as the list, not only as long as their member rows;
      // activities outside of the list stay with the person.
      if (count > 0) {
        const ofList = tx`owner_id = ${owner_id} and list_id = ${id}`
        await tx`delete from activities where ${ofList} and kind in ('stage', 'assign')`
        await tx`update activities set list_id = null where ${ofList}`
      }
      purged += count
    })
  }
  return purged
}

async function purgeMembers(sql: Sql): Promise<number> {
  return inBatches(
    () => sql`
      delete from list_members where ctid = any(array(
        select ctid from list_members
        where removed_at < now() - make_interval(days => ${LIST_RESTORE_DAYS})
        limit ${BATCH}))
      and removed_at < now() - make_interval(days => ${LIST_RESTORE_DAYS})`,
  )
}

async function purgeResults(sql: Sql): Promise<number> {
  return inBatches(
    () => sql`
      delete from mutation_results where ctid = any(array(
        select ctid from mutation_results
        where executed_at < now() - make_interval(days => ${RESULTS_KEPT_DAYS})
        limit ${BATCH}))`,
  )
}

/** Repeats a deletion of at most `BATCH` rows until none are left. @returns how many there were. */
async function inBatches(deleteSome: () => PromiseLike<{ count: number }>): Promise<number> {
  let purged = 0
  for (;;) {
    const { count } = await deleteSome()
    purged += count
    if (count < BATCH) return purged
  }
}
