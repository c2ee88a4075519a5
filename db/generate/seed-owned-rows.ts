import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import type { NewsKind } from '#db/schema/watch-words.ts'
import type { OwnedRows } from './owned-rows.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Inserts a development account's owned rows, spread over the last weeks. */
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
    // A small directory may have no such people: then any people are used.
    const people = await tx<{ id: string }[]>`
      select id from candidates
      order by ${of.specialty ? tx`specialty = ${of.specialty} desc nulls last,` : tx``}
        ${of.state ? tx`state = ${of.state} desc nulls last,` : tx``} id
      limit ${count}`
    for (const [index, { id: candidate_id }] of people.entries()) {
      // People are added in the order in which they were found.
      const added_at = new Date(since(daysAgo).created_at.getTime() + index * 1000)
      await tx`
        insert into list_members ${tx({ list_id: id, candidate_id, owner_id: ownerId, added_at })}`
      if (list !== first || index >= notes.length) continue
      const note = notes[index] ?? null
      await tx`
        insert into saved_candidates ${tx({
          owner_id: ownerId,
          candidate_id,
          starred: note === null || index !== 1,
          note,
          ...since(daysAgo - index),
        })}`
    }
  }
  for (const { name, params, daysAgo, news } of searches) {
    const id = randomUUID()
    await tx`
      insert into saved_searches ${tx({
        id,
        owner_id: ownerId,
        name,
        search_params: tx.json(params),
        ...since(daysAgo),
      })}`
    if (news) await insertNews(tx, { owner_id: ownerId, search_id: id, params, news, now })
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

/** Watches a search, with unread news since three days ago. */
async function insertNews(
  tx: TransactionSql,
  {
    owner_id,
    search_id,
    params,
    news,
    now,
  }: {
    owner_id: string
    search_id: string
    params: Record<string, string>
    news: Record<NewsKind, number>
    now: Date
  },
): Promise<void> {
  const key = { owner_id, search_owner: owner_id, search_id }
  const read_at = new Date(now.getTime() - 3 * DAY_MS)
  await tx`
    insert into watches ${tx({
      ...key,
      cadence: 'daily',
      created_at: read_at,
      updated_at: read_at,
      read_at,
    })}`
  const found_at = new Date(now.getTime() - DAY_MS / 12)
  const people = await tx<{ ordinal: number }[]>`
    select ordinal from candidates
    order by ${params.skills ?? ''} = any(skills) desc, id
    limit ${Object.values(news).reduce((sum, count) => sum + count)}`
  const ordinals = people.map(({ ordinal }) => ordinal)
  for (const [kind, count] of Object.entries(news)) {
    const row = { ...key, found_at, kind, ordinals: ordinals.splice(0, count) }
    if (row.ordinals.length > 0) await tx`insert into watch_news ${tx(row)}`
  }
  await tx`update watches set found_at = ${found_at} where search_id = ${search_id}`
}
