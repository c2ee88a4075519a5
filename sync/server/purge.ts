import type { PendingQuery, Row } from 'postgres'
import type { Sql } from '#db/client.ts'
import { inBatches } from '#db/in-batches.ts'
import { LIST_RESTORE_DAYS } from '#db/schema/lists.ts'
import { CLOSED_TEAM_KEPT_DAYS, CONFLICT_TEXT_KEPT_DAYS } from '#db/schema/retention.ts'
import { SYNCED_TABLES, type SyncedTable } from '#db/schema/synced-tables.ts'
import { RESULTS_KEPT_DAYS } from './mutation-age.ts'
import { lockOwner } from './owner-lock.ts'

interface Purged {
  lists: number
  members: number
  /** Rows of closed teams. */
  ofClosedTeams: number
  results: number
  /** Answers that lost their text. */
  texts: number
}

/**
 * Deletes lists and people on them past their time to be restored, the rows of closed teams, answers
 * of long ago, and the texts in older ones.
 */
export async function purgeOwnedRows(sql: Sql): Promise<Purged> {
  return {
    lists: await purgeLists(sql),
    members: await purgeMembers(sql),
    ofClosedTeams: await purgeClosedTeams(sql),
    results: await purgeResults(sql),
    texts: await purgeTexts(sql),
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
    (limit) => sql`
      delete from list_members where ctid = any(array(
        select ctid from list_members
        where removed_at < now() - make_interval(days => ${LIST_RESTORE_DAYS})
        limit ${limit}))
      and removed_at < now() - make_interval(days => ${LIST_RESTORE_DAYS})`,
  )
}

/**
 * The tables of a team's own rows. In reverse order members come before their lists, whose deletion
 * would otherwise delete all of them at once.
 */
const TEAM_TABLES = Object.entries<SyncedTable>(SYNCED_TABLES)
  .filter(([, { owner, kinds }]) => owner === 'owner_id' && kinds.includes('team'))
  .map(([name]) => name)
  .reverse()

/**
 * Deletes what closed teams own. The team's name and its plan stay, for the audit log and for billing, and so do
 * the memberships of existing accounts: reports of contacts ask who was ever in one team.
 */
async function purgeClosedTeams(sql: Sql): Promise<number> {
  const conditions: [string, PendingQuery<Row[]>][] = [
    ...TEAM_TABLES.map((table): [string, PendingQuery<Row[]>] => [table, sql`owner_id = t.id`]),
    ['team_contacts', sql`team_id = t.id`],
    // Of a member whose account was deleted only the name is left.
    ['team_members', sql`team_id = t.id and user_id is null`],
  ]
  let purged = 0
  for (const [table, isOf] of conditions) purged += await purgeOfClosed(sql, table, isOf)
  return purged
}

/** @param isOf the condition for the rows of team `t`. */
async function purgeOfClosed(sql: Sql, table: string, isOf: PendingQuery<Row[]>): Promise<number> {
  // Each team is looked up by the key that begins with it, however many teams have no rows any more.
  return inBatches(
    (limit) => sql`
      delete from ${sql(table)} where ctid = any(array(
        select owned.ctid from teams t cross join lateral (
          select ctid from ${sql(table)} where ${isOf} limit ${limit}) owned
        where t.closed_at < now() - make_interval(days => ${CLOSED_TEAM_KEPT_DAYS})
        limit ${limit}))`,
  )
}

async function purgeResults(sql: Sql): Promise<number> {
  return inBatches(
    (limit) => sql`
      delete from mutation_results where ctid = any(array(
        select ctid from mutation_results
        where executed_at < now() - make_interval(days => ${RESULTS_KEPT_DAYS})
        limit ${limit}))`,
  )
}

/**
 * Only refusals have a text. The answer to an applied mutation must not be written again: the row's
 * transaction is a part of it.
 */
async function purgeTexts(sql: Sql): Promise<number> {
  return inBatches(
    (limit) => sql`
      update mutation_results set result = result #- '{data,current}'
      where ctid = any(array(
        select ctid from mutation_results
        where executed_at < now() - make_interval(days => ${CONFLICT_TEXT_KEPT_DAYS})
          and result #> '{data,current}' is not null
        limit ${limit}))`,
  )
}
