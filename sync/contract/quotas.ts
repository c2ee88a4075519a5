import type { SYNCED_TABLES } from '#db/schema/synced-tables.ts'
import { AppError } from './errors.ts'
import { SHAPE_NAMES, type ShapeName, shapeOf, type WritableName } from './shapes.ts'

/*
 * Enforces the quotas of `SYNCED_TABLES`. They are checked around a mutation and not by it, because a
 * mutation reads rows by their keys only: after it ran, in its transaction, and only for tables into
 * which it inserted rows, so that an account above its quota can still organize and delete. The server
 * decides; the device refuses at once where its own rows show the excess.
 */

type QuotaOf<T> = T extends { quotas: infer Q } ? keyof Q : never
type QuotaName = { [N in ShapeName]: QuotaOf<(typeof SYNCED_TABLES)[N]> }[ShapeName]

const QUOTAS = SHAPE_NAMES.flatMap((table) =>
  Object.entries(shapeOf(table).quotas ?? {}).map(([name, quota]) => ({
    name: name as QuotaName,
    table,
    ...quota,
  })),
)

/** `data` of the error `quota_reached`. */
export interface QuotaReached {
  quota: QuotaName
  max: number
}

/**
 * Whether values written into a row make it count against a quota, where it did not count before.
 */
export function makesCount(table: ShapeName, values: object): boolean {
  return QUOTAS.some(
    (quota) =>
      quota.table === table &&
      quota.unless !== undefined &&
      (values as Record<string, unknown>)[quota.unless] === null,
  )
}

/**
 * A row that a mutation put in, or made count again: its table, and of its columns at least what quotas
 * count by.
 */
export interface InsertedRow {
  table: WritableName
  owner_id: string
  list_id?: unknown
}

/**
 * Refuses rows that are too many.
 * @param count runs SQL with parameters on the tables as the mutation left them; it answers a row.
 * @throws AppError `quota_reached`, with `QuotaReached`.
 */
export async function assertQuotas(
  inserted: readonly InsertedRow[],
  count: (sql: string, params: string[]) => Promise<{ count: number } | undefined>,
): Promise<void> {
  for (const { name, table, max, per, isDaily, unless } of QUOTAS) {
    const rows = inserted.filter((row) => row.table === table)
    const groups = new Map(
      rows.map(({ owner_id, ...row }) => {
        const params = per ? [owner_id, String(row[per])] : [owner_id]
        return [params.join(' '), params]
      }),
    )
    for (const params of groups.values()) {
      // Counting stops above the limit: how many more there are does not matter.
      const counted = await count(
        `select count(*)::integer as count from (
          select 1 from ${table} where owner_id = $1 ${per ? `and ${per} = $2` : ''}
            ${isDaily ? `and created_at > now() - interval '1 day'` : ''}
          ${unless ? `and ${unless} is null` : ''}
          limit ${max + 1}) owned`,
        params,
      )
      if ((counted?.count ?? 0) <= max) continue
      const data: QuotaReached = { quota: name, max }
      throw new AppError('quota_reached', `There can be ${max} of these and no more.`, { data })
    }
  }
}
