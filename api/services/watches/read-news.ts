import type { NewsAsked, NewsSummary } from '#api/contract/watch-news.ts'
import type { Queryable } from '#db/client.ts'
import { NEWS_KINDS, type NewsKind } from '#db/schema/watch-words.ts'

/** A person in the news, and what became of them. */
interface NewsPerson {
  ordinal: number
  id: string
  kinds: NewsKind[]
}

/**
 * The people in the news of one of the account's watches, by kind and then the latest first, each
 * once with all that became of them. People who left the directory are only counted. Without times, the unread news. An address
 * without a team, as in a notification, selects whichever search of that id the account watches,
 * its own first.
 */
export async function readNews(
  sql: Queryable,
  accountId: string,
  { search_id, team, after, until, kind }: NewsAsked,
): Promise<{ people: NewsPerson[]; summary: NewsSummary }> {
  const counts = { new: 0, moved: 0, gone: 0, verified: 0 }
  const none = {
    name: null,
    team: null,
    after: after ?? null,
    until: until ?? null,
    counts,
    left: 0,
  }
  const [watch] = await sql<
    { search_owner: string; name: string; read_at: Date; found_at: Date | null }[]
  >`
    select w.search_owner, s.name, w.read_at, w.found_at
    from watches w join saved_searches s on s.owner_id = w.search_owner and s.id = w.search_id
    where w.owner_id = ${accountId} and w.search_id = ${search_id}
      ${team === undefined ? sql`` : sql`and w.search_owner = ${team}`}
    order by w.search_owner = ${accountId} desc, w.search_owner limit 1`
  if (!watch) return { people: [], summary: none }
  const from = after ?? watch.read_at.toISOString()
  const to = until ?? (watch.found_at ?? watch.read_at).toISOString()
  const news = await sql<{ ordinal: number; kind: NewsKind; id: string | null }[]>`
    select n.ordinal, n.kind, c.id
    from watch_news_between(
      ${accountId}, ${watch.search_owner}, ${search_id}, ${from}, ${to}) n
    left join candidates c on c.ordinal = n.ordinal
    order by array_position(${[...NEWS_KINDS]}::text[], n.kind), n.found_at desc, n.ordinal`
  const kindsOf = new Map<number, Set<NewsKind>>()
  for (const { ordinal, kind: one } of news) {
    counts[one] += 1
    kindsOf.set(ordinal, (kindsOf.get(ordinal) ?? new Set()).add(one))
  }
  const people = new Map<number, NewsPerson>()
  for (const { ordinal, id, kind: one } of news) {
    if (id === null || (kind !== undefined && one !== kind)) continue
    people.set(ordinal, { ordinal, id, kinds: [...(kindsOf.get(ordinal) ?? [])] })
  }
  const left = news.filter(({ id }) => id === null).length
  return {
    people: [...people.values()],
    summary: {
      name: watch.name,
      team: watch.search_owner === accountId ? null : watch.search_owner,
      after: from,
      until: to,
      counts,
      left,
    },
  }
}
