import { EMAIL_TEMPLATES_MAX } from '#db/schema/email-templates.ts'
import { LIST_MEMBERS_MAX, LISTED_PEOPLE_MAX, LISTS_MAX } from '#db/schema/lists.ts'
import { SAVED_CANDIDATES_MAX } from '#db/schema/saved-candidates.ts'
import { SAVED_SEARCHES_MAX } from '#db/schema/saved-searches.ts'
import { AppError } from './errors.ts'
import type { WritableName } from './shapes.ts'

/*
 * How many rows an account may own. Checked around a mutation and not by it, for a mutation reads
 * rows by their keys alone: after it ran, in its transaction, and only for tables it put rows into,
 * so that whoever has more than they may can still put in order and take away. The server's word
 * counts; the device says it at once where its own rows show it.
 */

interface Quota {
  table: WritableName
  max: number
  /** Counted for each value of this column, not for the account. */
  per?: 'list_id'
}

/** Settings need none: there are as many as there are keys. */
const QUOTAS = {
  lists: { table: 'lists', max: LISTS_MAX },
  list_members: { table: 'list_members', max: LIST_MEMBERS_MAX, per: 'list_id' },
  listed_people: { table: 'list_members', max: LISTED_PEOPLE_MAX },
  saved_candidates: { table: 'saved_candidates', max: SAVED_CANDIDATES_MAX },
  saved_searches: { table: 'saved_searches', max: SAVED_SEARCHES_MAX },
  email_templates: { table: 'email_templates', max: EMAIL_TEMPLATES_MAX },
} as const satisfies Record<string, Quota>

type QuotaName = keyof typeof QUOTAS

/** `data` of the error `quota_reached`. */
export interface QuotaReached {
  quota: QuotaName
  max: number
}

/** A row that a mutation put in: its table, and of its columns at least what quotas count by. */
export interface InsertedRow {
  table: WritableName
  list_id?: unknown
}

/**
 * Refuses rows that are too many.
 * @param count runs SQL with parameters on the tables as the mutation left them; it answers a row.
 * @throws AppError `quota_reached`, with `QuotaReached`.
 */
export async function assertQuotas(
  ownerId: string,
  inserted: readonly InsertedRow[],
  count: (sql: string, params: string[]) => Promise<{ count: number } | undefined>,
): Promise<void> {
  for (const [name, quota] of Object.entries(QUOTAS) as [QuotaName, Quota][]) {
    const { table, max, per } = quota
    const rows = inserted.filter((row) => row.table === table)
    const groups = new Set(rows.map((row) => (per ? String(row[per]) : '')))
    for (const group of groups) {
      // Counting ends past the limit: what more there is does not matter.
      const counted = await count(
        `select count(*)::integer as count from (
          select 1 from ${table} where owner_id = $1 ${per ? `and ${per} = $2` : ''}
          limit ${max + 1}) owned`,
        per ? [ownerId, group] : [ownerId],
      )
      if ((counted?.count ?? 0) <= max) continue
      const data: QuotaReached = { quota: name, max }
      throw new AppError('quota_reached', `There can be ${max} of these and no more.`, { data })
    }
  }
}
