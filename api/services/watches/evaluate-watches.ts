/**
 * Finds news of watched searches among the people who changed. Between two evaluations only the
 * previous state of changed people is stored, never the matches of searches: so a watch costs one
 * match against a small index, whatever the size of the directory, and a broad one costs no more
 * than a narrow one.
 * An evaluation deletes the changes it has processed in the transaction that writes their news: an
 * evaluation that is repeated or killed neither repeats nor loses news.
 */
import { setImmediate } from 'node:timers/promises'
import type { Parts } from '#api/context.ts'
import { paramsOfSavedSearch } from '#api/contract/search-params.ts'
import { documentColumns } from '#api/services/search/document-source.ts'
import { clausesOf } from '#api/services/search/embedded/clauses.ts'
import type { ExcludedPeople } from '#api/services/search/excluded-people.ts'
import { wordByWord } from '#api/services/search/text-query.ts'
import type { Directory } from '#api/services/search/understanding/directory.ts'
import { understand } from '#api/services/search/understanding/understand.ts'
import { withLock } from '#db/advisory-lock.ts'
import type { Sql } from '#db/client.ts'
import { retried } from '#db/retried.ts'
import type { FoundKind } from '#db/schema/watch-words.ts'
import { NEWS_DAYS, type WatchRow } from '#db/schema/watches.ts'
import { ChangedPeople, type Found, type PersonChange } from './changed-people.ts'

/** The number of changed people processed together: some 25 MB with their terms. */
const PEOPLE_A_BATCH = 5_000

/** Watches or people per turn, which takes some milliseconds; then searches get the event loop. */
const TURN = 20

/** The number of watches whose news are written by one statement. */
const WATCHES_A_WRITE = 500

/**
 * A watch considers changes from a minute before it was created: a change whose transaction began
 * before and was committed after its creation may be reported twice, but is never missed.
 */
const GRACE_MS = 60_000

type EvaluationParts = Pick<Parts, 'sql' | 'vocabulary' | 'excludedPeople'>
type WatchKey = Pick<WatchRow, 'owner_id' | 'search_owner' | 'search_id'>

interface Watched extends WatchKey {
  created_at: Date
  search_params: Record<string, unknown>
}

interface News extends WatchKey {
  found: Found
}

/**
 * Writes the news of watches since the last evaluation. One evaluation runs at a time over all
 * processes.
 * @param watchers the accounts whose watches are evaluated; all accounts without it.
 * @returns how many changed people it processed.
 */
export async function evaluateWatches(
  { sql, vocabulary, excludedPeople }: EvaluationParts,
  watchers?: ReadonlySet<string>,
): Promise<number> {
  const directory = vocabulary()
  // Without a vocabulary, texts would be understood differently from the search.
  if (!directory) return 0
  return withLock(sql, 'watches.evaluate', () =>
    evaluateAll(sql, directory, excludedPeople, watchers),
  )
}

async function evaluateAll(
  sql: Sql,
  directory: Directory,
  excludedPeople: ExcludedPeople,
  watchers: ReadonlySet<string> | undefined,
): Promise<number> {
  await sql`delete from watch_news where found_at < now() - make_interval(days => ${NEWS_DAYS})`
  const [last] = await sql<
    { id: string | null }[]
  >`select max(id)::text as id from candidate_changes`
  if (!last?.id) return 0
  const watches = await sql<Watched[]>`
    select w.owner_id, w.search_owner, w.search_id, w.created_at, s.search_params
    from watches w join saved_searches s on s.owner_id = w.search_owner and s.id = w.search_id
    order by w.owner_id, w.search_owner, w.search_id`
  const searches = understood(
    watchers ? watches.filter(({ owner_id }) => watchers.has(owner_id)) : watches,
    directory,
  )
  let people = 0
  let foundAt = 0
  for (;;) {
    const { changes, ids } = await readChanges(sql, last.id)
    if (ids.length === 0) return people
    const index = new ChangedPeople()
    for (const [turn, change] of changes.entries()) {
      if (turn % TURN === TURN - 1) await setImmediate()
      index.add(change)
    }
    const news: News[] = []
    for (const [turn, { watch, clauses, leaveOut }] of searches.entries()) {
      if (turn % TURN === TURN - 1) await setImmediate()
      const since = new Date(watch.created_at.getTime() - GRACE_MS)
      let found = index.newsOf(clauses(), since)
      // Excluded people are read only for a watch with news: there may be tens of thousands.
      if (found && leaveOut.length > 0) {
        found = index.newsOf(clauses(), since, await excludedPeople(watch.owner_id, leaveOut))
      }
      if (found) news.push({ ...watch, found })
    }
    // The news of two batches are distinguished by their times.
    foundAt = Math.max(Date.now(), foundAt + 1)
    await writeNews(sql, news, new Date(foundAt), ids)
    people += changes.length
  }
}

/** The watched searches with their texts understood, each text once. Empty searches are omitted. */
function understood(watches: readonly Watched[], directory: Directory) {
  const texts = new Map<string, ReturnType<typeof wordByWord>>()
  const read = (query: string, isExact: boolean) => {
    if (isExact || query === '') return wordByWord(query)
    const known = texts.get(query) ?? understand(query, directory).clauses
    texts.set(query, known)
    return known
  }
  return watches.map((watch) => {
    const { filters } = paramsOfSavedSearch(watch.search_params)
    return {
      watch,
      leaveOut: filters.leaveOut,
      clauses: () => clausesOf({ filters, text: read(filters.query, filters.exact) }),
    }
  })
}

/**
 * The next people who changed, up to a change, by one statement: the states before and after are
 * from one snapshot, and a change that it does not show stays for the next evaluation.
 */
async function readChanges(
  sql: Sql,
  lastId: string,
): Promise<{ changes: PersonChange[]; ids: string[] }> {
  const rows = await sql<(PersonChange & { ids: string[] })[]>`
    select noted.ordinal, noted.ids, noted.changed_at as "changedAt", noted.before,
      (select to_jsonb(person) from (
        select ${documentColumns(sql)} from candidates c where c.ordinal = noted.ordinal
      ) person) as after
    from (
      select ordinal, array_agg(id::text) as ids, max(changed_at) as changed_at,
        (array_agg(before order by id))[1] as before
      from candidate_changes
      where ordinal in (
        select distinct ordinal from candidate_changes where id <= ${lastId}
        order by ordinal limit ${PEOPLE_A_BATCH})
      group by ordinal) noted
    order by noted.ordinal`
  return { changes: rows, ids: rows.flatMap(({ ids }) => ids) }
}

async function writeNews(
  sql: Sql,
  news: readonly News[],
  foundAt: Date,
  changeIds: readonly string[],
): Promise<void> {
  await retried(() =>
    sql.begin(async (tx) => {
      for (let start = 0; start < news.length; start += WATCHES_A_WRITE) {
        const rows = news
          .slice(start, start + WATCHES_A_WRITE)
          .flatMap(({ found, ...watch }) =>
            (Object.entries(found) as [FoundKind, number[]][])
              .filter(([, ordinals]) => ordinals.length > 0)
              .map(([kind, ordinals]) => ({ ...keyOf(watch), kind, ordinals })),
          )
        const given = tx`jsonb_to_recordset(${tx.json(rows)}) as given(owner_id text,
          search_owner text, search_id uuid, kind text, ordinals integer[])`
        // The watches are locked first: one that is ending is waited for, and gets no news.
        await tx`
          with alive as materialized (
            select w.owner_id, w.search_owner, w.search_id from watches w
            where (w.owner_id, w.search_owner, w.search_id) in (
              select owner_id, search_owner, search_id from ${given})
            order by 1, 2, 3 for update)
          insert into watch_news (owner_id, search_owner, search_id, found_at, kind, ordinals)
          select owner_id, search_owner, search_id, ${foundAt}, given.kind, given.ordinals
          from alive join ${given} using (owner_id, search_owner, search_id)`
      }
      await tx`
        update watches w set found_at = ${foundAt}
        from watch_news n
        where n.found_at = ${foundAt} and n.owner_id = w.owner_id
          and n.search_owner = w.search_owner and n.search_id = w.search_id
          and w.found_at is distinct from ${foundAt}`
      await tx`delete from candidate_changes where id = any(${changeIds}::bigint[])`
    }),
  )
}

function keyOf({ owner_id, search_owner, search_id }: WatchKey): WatchKey {
  return { owner_id, search_owner, search_id }
}
