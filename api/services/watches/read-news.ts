import type { NewsAsked, NewsSummary } from '#api/contract/watch-news.ts'
import type { Queryable } from '#db/client.ts'
import { NEWS_KINDS, type NewsKind } from '#db/schema/watch-words.ts'

/**
 * The people in the news of one of the account's watches, by kind and then the latest first, each once;
 * who left the directory is counted alone. Without times, the unread ones. An address that names no
 * team, as one from a notification, is of whichever search of that id the account watches, its own first.
 */
export async function readNews(
  sql: Queryable,
  accountId: string,
  { search_id, team, after, until, kind }: NewsAsked,
): Promise<{ ordinals: number[]; summary: NewsSummary }> {
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
  if (!watch) return { ordinals: [], summary: none }
  const from = after ?? watch.read_at.toISOString()
  const to = until ?? (watch.found_at ?? watch.read_at).toISOString()
  const news = await sql<{ ordinal: number; kind: NewsKind; is_here: boolean }[]>`
    select n.ordinal, n.kind, exists (
      select from candidates c where c.ordinal = n.ordinal) as is_here
    from watch_news_between(
      ${accountId}, ${watch.search_owner}, ${search_id}, ${from}, ${to}) n
    order by array_position(${[...NEWS_KINDS]}::text[], n.kind), n.found_at desc, n.ordinal`
  for (const each of news) counts[each.kind] += 1
  const asked = news.filter((each) => each.is_here && (kind === undefined || each.kind === kind))
  const left = news.filter(({ is_here }) => !is_here).length
  return {
    ordinals: [...new Set(asked.map(({ ordinal }) => ordinal))],
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
