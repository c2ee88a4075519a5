import {
  type AdminUser,
  type AdminUserPage,
  USERS_PAGE_SIZE,
  type UserFilters,
  type UserQuery,
} from '#api/contract/admin-users.ts'
import type { UserSort } from '#api/contract/user-list-words.ts'
import type { Env } from '#api/env.ts'
import type { Queryable } from '#db/client.ts'
import { isAdminAddress } from './actor.ts'
import { containing, cursorOf, type Keyset, keysetOf } from './keyset.ts'

/** Page size of the CSV export. */
const EXPORT_PAGE_SIZE = 1000

/** As in the indexes of migration 0020. */
const SORT_KEYS: Record<UserSort, { key: string; type: 'text' | 'timestamptz' | 'integer' }> = {
  email: { key: 'lower(email)', type: 'text' },
  signup_date: { key: 'created_at', type: 'timestamptz' },
  last_sign_in_at: { key: "coalesce(last_sign_in_at, '-infinity')", type: 'timestamptz' },
  subscription_plan: { key: 'plan_label', type: 'text' },
  total_exports: { key: 'exported_people', type: 'integer' },
  source: { key: "lower(coalesce(source, ''))", type: 'text' },
  grant: { key: "coalesce(granted_until, '-infinity')", type: 'timestamptz' },
}

type Allowlist = Pick<Env, 'ADMIN_EMAILS'>
type Ordered = Pick<UserQuery, 'sort' | 'direction'> & UserFilters

/** A page of the matching accounts, without demo guests; the first page also has their count. */
export async function listUsers(
  sql: Queryable,
  env: Allowlist,
  { after, ...query }: UserQuery,
): Promise<AdminUserPage> {
  const [page, count] = await Promise.all([
    readPage(sql, env, query, { after: after ? keysetOf(after) : null, limit: USERS_PAGE_SIZE }),
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
    select ${shown(sql)}, '' as key from users page
    left join entitlements e on e.owner_id = page.id
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
  const sortKey = sql.unsafe(key)
  const order = sql.unsafe(`${key} ${direction}, id ${direction}`)
  const past = after
    ? sql`and (${sortKey}, id) ${sql.unsafe(direction === 'asc' ? '>' : '<')}
        (${after[0]}::text::${sql.unsafe(type)}, ${after[1]})`
    : sql``
  const rows = await sql<UserRead[]>`
    with page as (
      select *, (${sortKey})::text as key, row_number() over (order by ${order}) as place
      from users where demo_of is null ${matching(sql, filters)} ${past}
      order by ${order} limit ${limit + 1})
    select ${shown(sql)}, key
    from page left join entitlements e on e.owner_id = page.id order by place`
  const users = rows.slice(0, limit)
  const last = users.at(-1)
  return {
    users: users.map((row) => asAdminUser(row, env)),
    next: last && rows.length > limit ? [last.key, last.id] : null,
  }
}

/** Columns of an account `page` and its entitlement `e`. */
function shown(sql: Queryable) {
  return sql`
    page.id, email, page.created_at, last_sign_in_at, e.status, plan_label, exported_people, source,
    coalesce(granted_until > now(), false) as is_granted,
    nullif(granted_until, 'infinity') as granted_until, banned_at is not null as is_banned`
}

async function countUsers(sql: Queryable, filters: UserFilters): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer from users where demo_of is null ${matching(sql, filters)}`
  return row?.count ?? 0
}

function matching(sql: Queryable, { query, plan, grant, status }: UserFilters) {
  const granted = sql`coalesce(granted_until, '-infinity') > now()`
  return sql`
    ${query ? sql`and lower(email) like ${containing(query)}` : sql``}
    ${plan ? sql`and plan_label = ${plan}` : sql``}
    ${grant === 'live' ? sql`and ${granted}` : grant === 'none' ? sql`and not ${granted}` : sql``}
    ${status ? sql`and banned_at is ${status === 'banned' ? sql`not null` : sql`null`}` : sql``}`
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
