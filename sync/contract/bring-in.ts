import type { TakenRows, TakenTable } from '#db/schema/taken-rows.ts'
import type { Action } from './permissions.ts'
import type { MutationTx } from './rows.ts'

/** The action that bringing in rows of a table requires: the same as creating them. */
export const BRING_IN_ACTIONS: Record<TakenTable, Action> = {
  lists: 'lists.create',
  list_members: 'lists.fill',
  activities: 'outreach.tidy',
  do_not_contact: 'outreach.tidy',
  saved_candidates: 'candidates.save',
  saved_searches: 'searches.save',
  watches: 'searches.watch',
  email_templates: 'templates.write',
  user_settings: 'settings.write',
}

/**
 * Inserts rows of a file with their ids and times. Existing rows stay as they are, so that a file can be
 * brought in again; for a person, an existing note stays, and stars add up. Members and steps of lists
 * that do not exist are left out, and so are watches on searches that do not exist.
 */
export async function bringIn(tx: MutationTx, { table, rows }: TakenRows): Promise<void> {
  switch (table) {
    case 'lists':
      return tx.insert(
        table,
        rows.map(({ deleted_at, ...row }) => ({
          ...inTime(tx, row),
          deleted_at: deleted_at === null ? null : past(tx, deleted_at),
        })),
      )
    case 'list_members': {
      const members = await ofLists(tx, rows)
      return tx.insert(
        table,
        members.map(({ list_id, candidate_id, added_at, stage, stage_at }) => ({
          ...{ list_id, candidate_id, added_at: past(tx, added_at) },
          stage,
          stage_by: stage_at === null ? null : tx.by,
          stage_at: stage_at === null ? null : past(tx, stage_at),
        })),
      )
    }
    case 'activities': {
      const steps = await ofLists(tx, rows)
      return tx.insert(
        table,
        steps.map(({ created_at, happened_at, ...row }) => ({
          ...row,
          created_at: past(tx, created_at),
          happened_at: past(tx, happened_at),
        })),
      )
    }
    case 'do_not_contact':
      return tx.insert(
        table,
        rows.map(({ set_at, ...row }) => ({ ...row, set_at: past(tx, set_at) })),
      )
    case 'saved_candidates':
      for (const row of rows) {
        const { candidate_id, starred, note } = row
        const saved = await tx.get(table, { candidate_id })
        if (!saved) {
          await tx.insert(table, [{ ...inTime(tx, row), candidate_id, starred, note }])
          continue
        }
        const next = { starred: saved.starred || starred, note: saved.note ?? note }
        if (next.starred !== saved.starred || next.note !== saved.note) {
          await tx.update(table, { candidate_id }, { ...next, updated_at: tx.now })
        }
      }
      return
    case 'saved_searches':
      return tx.insert(
        table,
        rows.map((row) => inTime(tx, row)),
      )
    case 'watches': {
      const searches = await tx.getAll(
        'saved_searches',
        rows.map(({ search_id }) => ({ id: search_id })),
      )
      const there = new Set(searches.map(({ id }) => id))
      return tx.insert(
        table,
        rows
          .filter(({ search_id }) => there.has(search_id))
          .map((row) => ({
            ...inTime(tx, row),
            search_owner: tx.by,
            read_at: past(tx, row.read_at),
            // The news stay with the account that had them.
            ...{ new_count: 0, moved_count: 0, gone_count: 0, verified_count: 0 },
          })),
      )
    }
    case 'email_templates':
      return tx.insert(
        table,
        rows.map((row) => inTime(tx, row)),
      )
    case 'user_settings':
      return tx.insert(
        table,
        rows.map(({ key, value, updated_at }) => ({
          key,
          value,
          updated_at: past(tx, updated_at),
        })),
      )
  }
}

/** A time of the file; a later one than now becomes now. */
export const past = ({ now }: MutationTx, text: string) =>
  new Date(Math.min(Date.parse(text), now.getTime()))

function inTime<R extends { created_at: string; updated_at: string }>(
  tx: MutationTx,
  { created_at, updated_at, ...row }: R,
) {
  return { ...row, created_at: past(tx, created_at), updated_at: past(tx, updated_at) }
}

/**
 * Members of lists that already exist: a refused list takes its members
 * along, and not the whole mutation.
 */
async function ofLists<R extends { list_id: string | null }>(
  tx: MutationTx,
  rows: R[],
): Promise<R[]> {
  const there = new Map<string, boolean>()
  for (const { list_id } of rows) {
    if (list_id === null || there.has(list_id)) continue
    const list = await tx.get('lists', { id: list_id })
    there.set(list_id, list !== undefined && list.moved_to === null)
  }
  return rows.filter(({ list_id }) => list_id === null || there.get(list_id))
}
