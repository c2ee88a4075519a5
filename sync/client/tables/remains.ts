import { SHAPE_NAMES, shapeOf, splitShapeId } from '#sync/contract/shapes.ts'
import { readCursors, storeCursor } from './cursors.ts'
import type { Database } from './database.ts'
import { prepareDatabase } from './local-schema.ts'
import { allRows, insertRows } from './row-sql.ts'
import { undoAll } from './undo-log.ts'

/*
 * What is left of a team's rows on the disk. PostgreSQL keeps deleted bytes in its tables, indexes and
 * write-ahead log until it uses their place again, and no vacuum removes all of them. So a database
 * from which a team's rows were removed is copied, without them, into another one, and its files are
 * deleted:
 *
 *   rows removed, marked ──next opening──► copied, files deleted: emptied ──server told──► forgotten
 *
 * The mark is written before the rows are removed, so a device that died in between goes on from
 * there.
 */

/** Marks a database from which a team's rows are about to be removed. */
export async function markRemains(
  database: Pick<Database, 'query'>,
  teamId: string,
  { isPersistent }: { isPersistent: boolean },
): Promise<void> {
  await database.query(
    `insert into left_teams values ($1, $2)
     on conflict (team_id) do update set is_emptied = excluded.is_emptied`,
    [teamId, !isPersistent],
  )
}

/** Whether the files of a database hold bytes of rows that were removed. */
export async function hasRemains(database: Database): Promise<boolean> {
  const { rows: tables } = await database.query(
    `select from pg_tables where tablename = 'left_teams'`,
  )
  if (tables.length === 0) return false
  const { rows } = await database.query('select from left_teams where not is_emptied limit 1')
  return rows.length > 0
}

/**
 * Fills an empty database with the server's rows in another one, its cursors and its marks. Rows of
 * teams that were left are not copied, for the device may have died before it removed them; those of
 * a team that was joined again are fetched once more.
 */
export async function copyRows(from: Database, to: Database, userId: string): Promise<void> {
  // The marks are read first: rows of another schema are dropped, but their bytes remain.
  const { rows: marks } = await from.query<{ team_id: string }>('select team_id from left_teams')
  const left = marks.map(({ team_id }) => team_id)
  await prepareDatabase(from, userId)
  await prepareDatabase(to, userId)
  await from.transaction(async (source) => {
    await undoAll(source)
    await to.transaction(async (tx) => {
      for (const shape of SHAPE_NAMES) {
        for await (const rows of allRows(source, shape, left)) await insertRows(tx, shape, rows)
      }
      for (const [shape, cursor] of await readCursors(source)) {
        if (!left.includes(splitShapeId(shape).ownerId)) await storeCursor(tx, shape, cursor)
      }
      const { rows } = await source.query<Record<string, unknown>>(
        `select device_id, heard_server_ms, heard_device_ms, latest_device_ms from replica`,
      )
      await tx.query(
        `update replica set device_id = $1, heard_server_ms = $2, heard_device_ms = $3,
           latest_device_ms = $4`,
        Object.values(rows[0] ?? {}),
      )
      for (const team of left) await markRemains(tx, team, { isPersistent: true })
    })
  })
  for (const shape of SHAPE_NAMES) {
    await to.exec(`vacuum (analyze) ${shape} (${shapeOf(shape).key.join()})`)
  }
}

/** Records that no file holds such bytes any more. */
export async function noteEmptied(database: Pick<Database, 'query'>): Promise<void> {
  await database.query('update left_teams set is_emptied = true')
}

/**
 * The teams of which no file here holds anything, and that the server does not know to be emptied.
 */
export async function emptiedTeams(database: Pick<Database, 'query'>): Promise<string[]> {
  const { rows } = await database.query<{ team_id: string }>(
    'select team_id from left_teams where is_emptied order by team_id',
  )
  return rows.map(({ team_id }) => team_id)
}

/** Deletes the marks of teams that the server knows to be emptied. */
export async function forgetEmptied(
  database: Pick<Database, 'query'>,
  teams: readonly string[],
): Promise<void> {
  await database.query(
    `delete from left_teams
     where is_emptied and team_id in (select json_array_elements_text($1::json))`,
    [JSON.stringify(teams)],
  )
}
