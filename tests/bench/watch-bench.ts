import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createLog } from '#api/log.ts'
import { openExcludedPeople } from '#api/services/search/excluded-people.ts'
import { openSearch } from '#api/services/search/open-search.ts'
import { evaluateWatches } from '#api/services/watches/evaluate-watches.ts'
import type { Sql } from '#db/client.ts'
import { Random } from '#db/generate/random.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { openDatabase } from '#db/open.ts'
import { WATCHES_MAX } from '#db/schema/watches.ts'
import { drawVisits } from './query-mix.ts'
import { whole } from './report.ts'
import { readVocabulary } from './vocabulary.ts'

export interface WatchBenchOptions {
  people: number
  watches: number
  changed: number
  /** Emptied before the run. */
  dataDir: string
  onStep(text: string): void
}

export interface WatchBenchResult {
  people: number
  watches: number
  changed: number
  /** Time to change the people, with nobody watching and with the watches. */
  unwatchedSeconds: number
  changeSeconds: number
  evaluateSeconds: number
  /** Time of a second evaluation, which finds nothing. */
  againSeconds: number
  /** Watches with news, and people in them. */
  withNews: number
  news: number
  /** The longest that the event loop was held. */
  longestTurnMs: number
}

const SEED = 11

/** Measures one evaluation of many watches over many changed people. */
export async function benchWatches(options: WatchBenchOptions): Promise<WatchBenchResult> {
  const { people, watches, changed, dataDir, onStep } = options
  await rm(dataDir, { recursive: true, force: true })
  const database = await openDatabase({ dataDir })
  const { sql } = database
  try {
    onStep(`Making ${whole(people)} people and ${whole(watches)} watches`)
    await seedDirectory(sql, { people, seed: SEED })
    const unwatchedSeconds = await seconds(() => changePeople(sql, changed))
    await watchSearches(sql, watches)
    const search = openSearch({ sql, dataDir: join(dataDir, 'index'), log: createLog('silent') })
    await search.ready
    try {
      const parts = {
        sql,
        vocabulary: search.vocabulary,
        excludedPeople: openExcludedPeople(sql),
      }
      onStep(`Changing ${whole(changed)} people`)
      const changeSeconds = await seconds(() => changePeople(sql, changed))
      onStep('Evaluating')
      const loop = watchLoop()
      const evaluateSeconds = await seconds(async () => {
        const looked = await evaluateWatches(parts)
        if (looked !== changed) throw new Error(`${looked} people were looked at`)
      })
      const longestTurnMs = loop.end()
      const againSeconds = await seconds(() => evaluateWatches(parts))
      const [found] = await sql<{ withNews: number; news: number }[]>`
        select count(*) filter (where found_at is not null)::integer as "withNews",
          sum(new_count + moved_count + gone_count + verified_count)::integer as news
        from watches`
      const counts = found ?? { withNews: 0, news: 0 }
      const times = { unwatchedSeconds, changeSeconds, evaluateSeconds, againSeconds }
      return { people, watches, changed, ...times, ...counts, longestTurnMs }
    } finally {
      await search.close()
    }
  } finally {
    await database.close()
  }
}

export function watchReport(result: WatchBenchResult): string {
  const { people, watches, changed, withNews, news, longestTurnMs } = result
  const took = (seconds: number) => `${seconds.toFixed(1)} s`
  return [
    `${whole(watches)} watches, ${whole(changed)} of ${whole(people)} people changed: ${took(result.evaluateSeconds)}`,
    `again, with nothing changed: ${took(result.againSeconds)}`,
    `news of ${whole(news)} people for ${whole(withNews)} watches`,
    `longest turn of the event loop: ${longestTurnMs.toFixed(0)} ms`,
    `the change itself: ${took(result.changeSeconds)}, unwatched ${took(result.unwatchedSeconds)}`,
  ].join('\n')
}

/** Saved searches of as many accounts as it takes, drawn as searches are. */
async function watchSearches(sql: Sql, count: number): Promise<void> {
  const visits = drawVisits(new Random(SEED), await readVocabulary(sql))
  for (let done = 0; done < count; done += WATCHES_MAX) {
    const owner_id = `watcher-${done}`
    await sql`
      insert into users (id, name, email, email_verified)
      values (${owner_id}, ${owner_id}, ${`${owner_id}@clinidex.test`}, true)`
    const at = new Date()
    const searches = Array.from({ length: Math.min(WATCHES_MAX, count - done) }, () => {
      const { exact, ...filters } = visits.next().value.body.filters
      const search_params = { ...filters, ...(exact ? { exact: '1' } : {}), v: 2 }
      const id = crypto.randomUUID()
      return {
        id,
        owner_id,
        name: id,
        search_params: sql.json(search_params),
        created_at: at,
        updated_at: at,
      }
    })
    await sql`insert into saved_searches ${sql(searches)}`
    await sql`
      insert into watches (owner_id, search_owner, search_id, cadence, created_at, updated_at, read_at)
      select owner_id, owner_id, id, 'daily', created_at, updated_at, created_at
      from saved_searches where owner_id = ${owner_id}`
  }
  await sql`analyze watches, saved_searches`
}

/** Changes people as a month of registries does: employers, places, checks of contacts, departures. */
async function changePeople(sql: Sql, count: number): Promise<void> {
  const part = Math.floor(count / 5)
  const some = (turn: number, limit = part) => sql`
    select id from candidates order by hashtext(id::text || 'bench'), id
    limit ${limit} offset ${turn * part}`
  await sql.begin(async (tx) => {
    await tx`
      update candidates c set organization = o.organization
      from (select id, (select organization from candidates p
        where p.ordinal = 1 + (c.ordinal * 7919) % 1000) as organization
        from candidates c where id in (${some(0)})) o where o.id = c.id`
    await tx`
      update candidates c set state = o.state, city = o.city, specialty = o.specialty
      from (select c.id, p.state, p.city, p.specialty from candidates c
        join candidates p on p.ordinal = 1 + (c.ordinal * 7919) % 1000
        where c.id in (${some(1)})) o where o.id = c.id`
    await tx`
      update candidates set title = coalesce(title, '') || ' II', updated_at = now()
      where id in (${some(2)})`
    await tx`update candidates set skills = skills || '{Telemetry}' where id in (${some(3)})`
    await tx`
      update candidate_contacts set verified_at = now() where candidate_id in (${some(4, count - 4 * part)})`
    await tx`
      update candidates set connections = coalesce(connections, 0) + 1
      where id in (${some(4, count - 4 * part)})`
  })
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return (performance.now() - since) / 1000
}

/** Notes how long the event loop is held. */
function watchLoop() {
  let longestMs = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last)
    last = performance.now()
  }, 1)
  return {
    end: () => {
      clearInterval(timer)
      return longestMs
    },
  }
}
