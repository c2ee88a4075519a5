import { rm } from 'node:fs/promises'
import { type AuditQuery, auditQuery } from '#api/contract/admin-audit.ts'
import { userQuery } from '#api/contract/admin-users.ts'
import { FIGURE_DAYS_MAX } from '#api/contract/figure-names.ts'
import { USER_SORTS } from '#api/contract/user-list-words.ts'
import { listAudit } from '#api/services/admin/audit-log.ts'
import { adminStatistics } from '#api/services/admin/statistics.ts'
import { readTimeline } from '#api/services/admin/user-page.ts'
import { listUsers } from '#api/services/admin/users.ts'
import { readFigures } from '#api/services/figures/read-figures.ts'
import { updateFigures } from '#api/services/figures/update-figures.ts'
import {
  listSearchErrorGroups,
  listSearchErrors,
  searchErrorStatistics,
} from '#api/services/search-errors/search-error-review.ts'
import { verifyAudit } from '#db/audit-chain.ts'
import type { Sql } from '#db/client.ts'
import { openDatabase } from '#db/open.ts'
import { ERROR_RANGES, SEARCH_ERROR_TYPES } from '#db/schema/search-error-words.ts'
import { fillFigures } from './fill-figures.ts'
import { table, whole } from './report.ts'
import { type Spread, spread } from './statistics.ts'

export interface AdminBenchOptions {
  users: number
  auditRows: number
  /** Emptied before the run. */
  dataDir: string
  onStep(text: string): void
}

export interface AdminBenchResult {
  users: number
  auditRows: number
  lists: ({ name: string; rows: number } & Spread)[]
  verifySeconds: number
  /** Time to close all past days of figures, once. */
  closeSeconds: number
}

/** Requests per list, each with other words. */
const RUNS = 40

const ENV = { ADMIN_EMAILS: ['admin@clinidex.test'] }
const SEED = 0.42

const ERROR_ROWS = 100_000

/** A list as a screen requests it. `run` varies the words by the run's number. */
interface List {
  name: string
  run(sql: Sql, turn: number): Promise<number>
}

/** Measures the response times of every page of the administrators' lists at this size. */
export async function benchAdmin(options: AdminBenchOptions): Promise<AdminBenchResult> {
  const { dataDir, onStep, users, auditRows } = options
  await rm(dataDir, { recursive: true, force: true })
  const database = await openDatabase({ dataDir })
  try {
    onStep(`Filling in ${whole(users)} accounts and ${whole(auditRows)} audit rows`)
    await fill(database.sql, options)
    await fillFigures(database.sql, options)
    onStep('Closing the days')
    const closingSince = performance.now()
    await updateFigures(database.sql)
    const closeSeconds = (performance.now() - closingSince) / 1000
    await database.sql`vacuum analyze daily_figures`
    const lists = []
    for (const list of LISTS) {
      onStep(list.name)
      lists.push({ name: list.name, ...(await measure(database.sql, list)) })
    }
    onStep('Verifying the chain')
    const startedAt = performance.now()
    const { fault } = await verifyAudit(database.sql)
    if (fault) throw new Error(`the chain is broken: ${JSON.stringify(fault)}`)
    const verifySeconds = (performance.now() - startedAt) / 1000
    return { users, auditRows, lists, verifySeconds, closeSeconds }
  } finally {
    await database.close()
  }
}

async function measure(sql: Sql, { run }: List): Promise<Spread & { rows: number }> {
  const times = []
  let rows = 0
  // The first runs count, with their planning and disk reads.
  for (let turn = 0; turn < RUNS; turn++) {
    const startedAt = performance.now()
    rows += await run(sql, turn)
    times.push(performance.now() - startedAt)
  }
  return { ...spread(times), rows: Math.round(rows / RUNS) }
}

const users = async (sql: Sql, query: object) =>
  (await listUsers(sql, ENV, userQuery.parse(query))).users.length

const audit = async (sql: Sql, query: Partial<AuditQuery>) =>
  (await listAudit(sql, auditQuery.parse(query))).entries.length

/** A new list belongs in here. */
const LISTS: List[] = [
  ...USER_SORTS.map((sort) => ({
    name: `users, first page with the count, by ${sort}`,
    run: (sql: Sql, turn: number) => users(sql, { sort, direction: turn % 2 ? 'asc' : 'desc' }),
  })),
  {
    name: 'users, a page from the middle',
    run: async (sql, turn) => {
      const sort = USER_SORTS[turn % USER_SORTS.length] ?? 'email'
      const after = await middleOf(sql, sort)
      return users(sql, { sort, direction: 'asc', after })
    },
  },
  {
    name: 'users, a part of an address',
    run: (sql, turn) => users(sql, { query: `son${turn * 37}`, sort: 'total_exports' }),
  },
  {
    name: 'users, two letters of an address',
    run: (sql, turn) => users(sql, { query: `${turn % 10}@`, sort: 'last_sign_in_at' }),
  },
  { name: 'users, live grants', run: (sql) => users(sql, { grant: 'live', sort: 'email' }) },
  { name: 'users, banned', run: (sql) => users(sql, { status: 'banned', sort: 'source' }) },
  { name: 'users, on trial', run: (sql) => users(sql, { plan: 'Trial', sort: 'email' }) },
  {
    name: 'users, statistics',
    run: async (sql) => {
      await adminStatistics(sql)
      return 1
    },
  },
  {
    name: 'a user’s timeline',
    run: async (sql, turn) => (await readTimeline(sql, `u${turn * 97 + 1}`)).entries.length,
  },
  {
    name: 'the timeline of the busiest',
    run: async (sql) => (await readTimeline(sql, 'u0')).entries.length,
  },
  { name: 'audit, newest', run: (sql) => audit(sql, {}) },
  {
    name: 'audit, by action',
    run: (sql, turn) => audit(sql, { action: turn % 2 ? 'user.ban' : 'reveal' }),
  },
  {
    name: 'audit, by who',
    run: (sql, turn) => audit(sql, { actor: `person${turn * 31}@agency${(turn * 31) % 50}.test` }),
  },
  { name: 'audit, by whom', run: (sql, turn) => audit(sql, { subject: `u${turn * 13}` }) },
  { name: 'audit, by network', run: (sql, turn) => audit(sql, { network: `10.0.0.${turn}` }) },
  {
    name: 'audit, a day of long ago',
    run: (sql, turn) => {
      const day = new Date(Date.now() - (60 + turn) * 86_400_000).toISOString().slice(0, 10)
      return audit(sql, { from: day, to: day })
    },
  },
  {
    name: 'audit, free text of many',
    run: (sql, turn) => audit(sql, { query: turn % 2 ? 'reveal' : 'csv' }),
  },
  { name: 'audit, free text of few', run: (sql) => audit(sql, { query: 'user.ban' }) },
  {
    name: 'audit, free text of a network',
    run: (sql, turn) => audit(sql, { query: `10.0.0.${turn}` }),
  },
  {
    name: 'audit, free text of an address',
    run: (sql, turn) => audit(sql, { query: `person${turn * 53}@` }),
  },
  ...[30, 365, FIGURE_DAYS_MAX].map((days) => ({
    name: `figures of ${days} days and of as many before`,
    run: async (sql: Sql) => (await readFigures(sql, { days })).starts.length,
  })),
  { name: 'audit, free text of nobody', run: (sql, turn) => audit(sql, { query: `zzq${turn}` }) },
  ...ERROR_RANGES.flatMap((range) => [
    {
      name: `search errors, ${range}`,
      run: async (sql: Sql, turn: number) => {
        const type = SEARCH_ERROR_TYPES[turn % 10]
        return (await listSearchErrors(sql, type ? { range, type } : { range })).length
      },
    },
    {
      name: `search errors, statistics, ${range}`,
      run: async (sql: Sql) => (await searchErrorStatistics(sql, { range })).total_errors,
    },
    {
      name: `search errors, groups, ${range}`,
      run: async (sql: Sql) => (await listSearchErrorGroups(sql, { range })).length,
    },
  ]),
]

/** The cursor after the account in the middle of a list. */
async function middleOf(sql: Sql, sort: (typeof USER_SORTS)[number]): Promise<string> {
  const { users: page } = await listUsers(sql, ENV, userQuery.parse({ query: 'son5000', sort }))
  const email = page[0]?.email ?? ''
  const keys: Record<string, string> = { email, source: 'source 5', subscription_plan: 'Free' }
  const key = keys[sort] ?? (sort === 'total_exports' ? '10' : '2026-06-01')
  return Buffer.from(JSON.stringify([key, page[0]?.id ?? ''])).toString('base64url')
}

async function fill(sql: Sql, { users, auditRows }: AdminBenchOptions): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select setseed(${SEED})`
    // The chain is computed for all rows at the end, as the migration does for existing rows.
    await tx`alter table audit_log disable trigger audit_log_chained`
    await tx`
      insert into users (
        id, name, email, email_verified, source, created_at, last_sign_in_at, exported_people,
        plan_label, granted_until, banned_at)
      select 'u' || n, 'n', 'person' || n || '@agency' || n % 50 || '.test', true,
        case when random() < 0.6 then 'source ' || n % 200 end,
        now() - random() * interval '900 days',
        case when random() < 0.8 then now() - random() * interval '90 days' end,
        case when random() < 0.3 then (random() * 5000)::integer else 0 end,
        (array['Free', 'Free', 'Free', 'Monthly Plan', 'Annual Plan', 'Trial'])[1 + n % 6],
        case when n % 40 = 0 then now() + (random() - 0.5) * interval '60 days' end,
        case when n % 500 = 0 then now() end
      from generate_series(0, ${users - 1}) n`
    await tx`
      insert into entitlements (user_id, tier, status, plan_name)
      select id, 'basic', case plan_label when 'Trial' then 'trialing' else 'active' end, plan_label
      from users where plan_label <> 'Free'`
    await tx`
      insert into audit_log (at, actor_id, action, subject_id, details, network)
      select now() - (${auditRows} - n) * interval '10 seconds',
        case when n % 50 = 0 then 'u0' else 'u' || (random() * ${users - 1})::integer end,
        (array['reveal', 'reveal', 'reveal', 'sign_in', 'sign_in', 'export', 'plan.change',
          'grant.create'])[1 + n % 8],
        'u' || (random() * ${users - 1})::integer,
        case n % 8 when 5 then '{"count": 25, "format": "csv"}' else '{}' end::jsonb,
        '10.0.' || n % 250 || '.' || n % 240
      from generate_series(1, ${auditRows}) n`
    await tx`
      insert into audit_log (at, actor_id, action, subject_id)
      select now() - n * interval '1 hour', 'u1', 'user.ban', 'u' || n from generate_series(1, 200) n`
    await tx`
      insert into audit_chain (position, audit_id, hash)
      with recursive links as (
        select 0::bigint as position, 0::bigint as audit_id, ''::bytea as hash
        union all
        select links.position + 1, a.id, audit_link_hash(links.hash, links.position + 1, audit_row_text(a))
        from links cross join lateral (
          select * from audit_log where id > links.audit_id order by id limit 1) a)
      select * from links where position > 0`
    await tx`alter table audit_log enable trigger audit_log_chained`
  })
  await fillSearchErrors(sql)
  await sql`vacuum analyze users`
  await sql`vacuum analyze search_error_logs`
  await sql`vacuum analyze audit_log`
  await sql`analyze entitlements`
}

/** Search errors of a bad month: 60 faults, of 5,000 people and as many networks. */
async function fillSearchErrors(sql: Sql): Promise<void> {
  await sql`
    insert into search_error_logs (
      occurred_at, user_email, ip_address, error_type, error_code, edge_function_name,
      response_time_ms, error_message, search_query, search_filters)
    select now() - n * interval '25 seconds',
      case when n % 3 > 0 then 'person' || n % 5000 || '@agency.test' end,
      '10.0.' || n % 50 || '.' || n % 100,
      (array['timeout', 'database_error', 'edge_error', 'function_error', 'other'])[1 + n % 5],
      'code ' || n % 4, 'search', n % 9000, 'Something failed in the search', 'nurse ' || n,
      case n % 3 when 0 then '{"query": "a", "state": ["TX"]}' when 1 then '{"city": ["Reno"]}'
        else '{}' end::jsonb
    from generate_series(1, ${ERROR_ROWS}) n`
}

export function adminReport(result: AdminBenchResult): string {
  const { users, auditRows, lists, verifySeconds, closeSeconds } = result
  const two = (value: number) => value.toFixed(2)
  return [
    `Lists of administrators, ${whole(users)} accounts, ${whole(auditRows)} audit rows, ${whole(ERROR_ROWS)} search errors`,
    table([
      ['', 'rows', 'p50', 'p95', 'max ms'],
      ...lists.map(({ name, rows, p50, p95, max }) => [
        name,
        whole(rows),
        ...[p50, p95, max].map(two),
      ]),
    ]),
    `Verifying the chain: ${verifySeconds.toFixed(1)} s. Closing the days of figures: ${closeSeconds.toFixed(1)} s`,
  ].join('\n\n')
}
