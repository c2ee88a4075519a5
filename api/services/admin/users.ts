import {
  type AdminUser,
  type AdminUserPage,
  USERS_PAGE_SIZE,
  type UserFilters,
  type UserQuery,
} from '#api/contract/admin-users.ts'
import { TEAM_PLAN, type UserSort } from '#api/contract/user-list-words.ts'
import type { Env } from '#api/env.ts'
import { isAdminAddress } from '#api/services/accounts/actor.ts'
import type { Queryable } from '#db/client.ts'
import { containing, cursorOf, type Keyset, pageAfter } from './keyset.ts'

/** Page size of the CSV export. */
const EXPORT_PAGE_SIZE = 1000

/** The sort expressions of the indexes in migration 0020. */
const SORT_KEYS: Record<UserSort, { key: string; type: 'text' | 'timestamptz' | 'bigint' }> = {
  email: { key: 'lower(email)', type: 'text' },
  signup_date: { key: 'created_at', type: 'timestamptz' },
  last_sign_in_at: { key: "coalesce(last_sign_in_at, '-infinity')", type: 'timestamptz' },
  subscription_plan: { key: 'plan_label', type: 'text' },
  total_exports: { key: 'exported_people', type: 'bigint' },
  source: { key: "lower(coalesce(source, ''))", type: 'text' },
  grant: { key: "coalesce(granted_until, '-infinity')", type: 'timestamptz' },
}

type Allowlist = Pick<Env, 'ADMIN_EMAILS'>
type Ordered = Pick<UserQuery, 'sort' | 'direction'> & UserFilters

/** A page of the matching accounts, without demo guests; the first page also has their number. */
export async function listUsers(
  sql: Queryable,
  env: Allowlist,
  { after, ...query }: UserQuery,
): Promise<AdminUserPage> {
  const [page, count] = await Promise.all([
    pageAfter(after, (row) => readPage(sql, env, query, { after: row, limit: USERS_PAGE_SIZE })),
    after ? undefined : countUsers(sql, query),
  ])
  const { users, next } = page
  return { users, next: next && cursorOf(next), ...(count === undefined ? {} : { count }) }
}

/** All matching accounts, sorted, in batches. */
export async function* everyUser(
  sql: Queryable,
  env: Allowlist,
  query: Ordered,
): AsyncGenerator<AdminUser[]> {
  let after: Keyset | null = null
  do {
    const page: UsersRead = await readPage(sql, env, query, { after, limit: EXPORT_PAGE_SIZE })
    yield page.users
    after = page.next
  } while (after)
}

/** One account as a row of the list; null when it is not listed. */
export async function findListed(
  sql: Queryable,
  env: Allowlist,
  userId: string,
): Promise<AdminUser | null> {
  const [row] = await sql<UserRead[]>`
    with ${seated(sql)}, page as (select * from users)
    select ${shown(sql)}, '' as key ${fromPage(sql)}
    where page.id = ${userId} and demo_of is null`
  return row ? asAdminUser(row, env) : null
}

interface UsersRead {
  users: AdminUser[]
  next: Keyset | null
}

interface UserRead {
  id: string
  email: string
  created_at: Date
  last_sign_in_at: Date | null
  status: string | null
  plan_label: string
  exported_people: number
  source: string | null
  is_granted: boolean
  granted_until: Date | null
  is_banned: boolean
  key: string
}

async function readPage(
  sql: Queryable,
  env: Allowlist,
  { sort, direction, ...filters }: Ordered,
  { after, limit }: { after: Keyset | null; limit: number },
): Promise<UsersRead> {
  const { key, type } = SORT_KEYS[sort]
  const part = (key: string, from: ReturnType<Queryable>, condition: ReturnType<Queryable>) => {
    const sortKey = sql.unsafe(key)
    const past = after
      ? sql`and (${sortKey}, users.id) ${sql.unsafe(direction === 'asc' ? '>' : '<')}
          (${after[0]}::text::${sql.unsafe(type)}, ${after[1]})`
      : sql``
    return sql`(
      select users.*, ${sortKey} as sorted from ${from}
      where demo_of is null ${condition} ${matching(sql, filters)} ${past}
      order by ${sql.unsafe(`${key} ${direction}, users.id ${direction}`)} limit ${limit + 1})`
  }
  const all: ReturnType<Queryable> = sql`users`
  // The index by plan covers only accounts' own plans. Accounts with a plan through a team are few:
  // they are sorted separately, and the two sorted parts are merged.
  const parts =
    sort === 'subscription_plan'
      ? sql`${part(key, all, sql`and users.id not in (select id from seated)`)}
          union all ${part('seated.label', sql`users join seated on seated.id = users.id`, sql``)}`
      : part(key, all, sql``)
  const rows = await sql<UserRead[]>`
    with ${seated(sql)}, page as (
      select *, sorted::text as key,
        row_number() over (order by ${sql.unsafe(`sorted ${direction}, id ${direction}`)}) as place
      from (${parts}) parts
      order by place limit ${limit + 1})
    select ${shown(sql)}, key ${fromPage(sql)} order by place`
  const users = rows.slice(0, limit)
  const last = users.at(-1)
  return {
    users: users.map((row) => asAdminUser(row, env)),
    next: last && rows.length > limit ? [last.key, last.id] : null,
  }
}

/**
 * SQL: the accounts whose only plan is a team's, as `seated`, with the text shown in the list. It
 * is computed, because such accounts are few and change under the locks of teams: storing it with
 * the account would need the account's lock first.
 */
function seated(sql: Queryable) {
  return sql`seated as materialized (
    select distinct on (m.user_id) m.user_id as id, ${TEAM_PLAN} || ' (' || t.name || ')' as label
    from team_members m
    join teams t on t.id = m.team_id and t.closed_at is null
    join entitlements p on p.owner_id = t.id
      and plan_label(p.status, p.tier, p.plan_name) <> 'Free'
    join users u on u.id = m.user_id and u.plan_label = 'Free'
    where m.ended_at is null and m.role <> 'viewer'
    order by m.user_id, t.created_at, t.id)`
}

const fromPage = (sql: Queryable) => sql`
  from page left join seated on seated.id = page.id
  left join entitlements e on e.owner_id = page.id`

/** The selected columns of the tables that `fromPage` joins. */
function shown(sql: Queryable) {
  return sql`
    page.id, email, page.created_at, last_sign_in_at, e.status,
    coalesce(seated.label, plan_label) as plan_label, exported_people::float8, source,
    coalesce(granted_until > now(), false) as is_granted,
    nullif(granted_until, 'infinity') as granted_until, banned_at is not null as is_banned`
}

async function countUsers(sql: Queryable, filters: UserFilters): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with ${seated(sql)}
    select count(*)::integer from users where demo_of is null ${matching(sql, filters)}`
  return row?.count ?? 0
}

/** SQL: whether an account matches; `seated` must precede it. */
function matching(sql: Queryable, { query, plan, grant, status }: UserFilters) {
  const granted = sql`coalesce(granted_until, '-infinity') > now()`
  return sql`
    ${query ? sql`and lower(email) like ${containing(query)}` : sql``}
    ${plan ? ofPlan(sql, plan) : sql``}
    ${grant === 'live' ? sql`and ${granted}` : grant === 'none' ? sql`and not ${granted}` : sql``}
    ${status ? sql`and banned_at is ${status === 'banned' ? sql`not null` : sql`null`}` : sql``}`
}

function ofPlan(sql: Queryable, plan: string) {
  if (plan === TEAM_PLAN) return sql`and users.id in (select id from seated)`
  const own = sql`plan_label = ${plan}`
  if (plan === 'Free') return sql`and ${own} and users.id not in (select id from seated)`
  return sql`and (${own} or users.id in (select id from seated where label = ${plan}))`
}

function asAdminUser(row: UserRead, env: Allowlist): AdminUser {
  return {
    id: row.id,
    email: row.email,
    signup_date: row.created_at.toISOString(),
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    subscription_status: row.status ?? 'none',
    subscription_plan: row.plan_label,
    total_exports: row.exported_people,
    source: row.source,
    grant: row.is_granted ? { until: row.granted_until?.toISOString() ?? null } : null,
    is_banned: row.is_banned,
    is_admin: isAdminAddress(row.email, env),
  }
}
