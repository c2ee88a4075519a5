import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import type { OwnedRows } from './owned-rows.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Inserts a development account's owned rows, over the last weeks. */
export async function insertOwnedRows(
  tx: TransactionSql,
  ownerId: string,
  { lists, notes, searches, templates, settings }: OwnedRows,
  now: Date,
): Promise<void> {
  const since = (days: number) => {
    const at = new Date(now.getTime() - days * DAY_MS)
    return { created_at: at, updated_at: at }
  }
  const [first] = lists
  for (const list of lists) {
    const { name, description, of, count, daysAgo } = list
    const id = randomUUID()
    await tx`
      insert into lists ${tx({ id, owner_id: ownerId, name, description, ...since(daysAgo) })}`
    // A small directory may have no person of that kind: then it takes any.
    const people = await tx<{ id: string }[]>`
      select id from candidates
      order by ${of.specialty ? tx`specialty = ${of.specialty} desc nulls last,` : tx``}
        ${of.state ? tx`state = ${of.state} desc nulls last,` : tx``} id
      limit ${count}`
    for (const [index, { id: candidate_id }] of people.entries()) {
      // In the order in which they were found.
      const added_at = new Date(since(daysAgo).created_at.getTime() + index * 1000)
      await tx`
        insert into list_members ${tx({ list_id: id, candidate_id, owner_id: ownerId, added_at })}`
      if (list !== first || index >= notes.length) continue
      const note = notes[index] ?? null
      await tx`
        insert into saved_candidates ${tx({
          owner_id: ownerId,
          candidate_id,
          starred: note === null || index === 0,
          note,
          ...since(daysAgo),
        })}`
    }
  }
  for (const { name, params, daysAgo } of searches) {
    await tx`
      insert into saved_searches ${tx({
        id: randomUUID(),
        owner_id: ownerId,
        name,
        search_params: tx.json(params),
        ...since(daysAgo),
      })}`
  }
  for (const { daysAgo, ...template } of templates) {
    await tx`
      insert into email_templates ${tx({
        id: randomUUID(),
        owner_id: ownerId,
        ...template,
        ...since(daysAgo),
      })}`
  }
  for (const [key, value] of Object.entries(settings)) {
    await tx`
      insert into user_settings ${tx({
        owner_id: ownerId,
        key,
        value: tx.json(value),
        updated_at: now,
      })}`
  }
}
