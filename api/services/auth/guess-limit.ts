import { createHash, randomUUID } from 'node:crypto'
import { limitKey } from '#api/network.ts'
import type { Queryable, Sql } from '#db/client.ts'

/**
 * The most wrong passwords per account and hour, over all networks. Each network has a rate limit
 * of its own; this one stops guessing from many networks at once, and is high enough that locking
 * out an owner takes effort. Networks in which the account has a session are exempt, so that a
 * stranger cannot lock the owner out. A password reset by mail clears the count.
 */
const GUESSES_MAX = 100
const WINDOW_MS = 60 * 60 * 1000

export const TOO_MANY_GUESSES =
  'Too many wrong passwords. Set a new one by mail, or try again in an hour.'

/**
 * Whether sign-in to this address is locked at present. Security: it counts the same whether or not
 * the account exists.
 * @param network the caller's address; empty when unknown.
 */
export async function isLockedOut(
  sql: Queryable,
  email: string,
  network: string,
): Promise<boolean> {
  const [spent] = await sql`
    select 1 from auth_rate_limits
    where key = ${keyOf(email)} and count >= ${GUESSES_MAX}
      and last_request > ${Date.now() - WINDOW_MS}`
  return spent !== undefined && !(await isKnownNetwork(sql, email, network))
}

/** Whether the account has a session that was opened in this network. */
async function isKnownNetwork(sql: Queryable, email: string, network: string): Promise<boolean> {
  if (network === '') return false
  const known = await sql<{ ip_address: string }[]>`
    with account as (select id from users where email = ${email.toLowerCase()})
    select distinct ip_address from sessions
    where ip_address is not null and user_id in (
      select id from account
      union all select id from users where demo_of = (select id from account))`
  // The library stores an IPv6 address as its /64, in its own notation.
  return known.some(({ ip_address }) => limitKey(ip_address) === limitKey(network))
}

/** Counts concurrent guesses too: `on conflict` covers the key only, so no two rows share an id. */
export async function countGuess(sql: Sql, email: string): Promise<void> {
  const now = Date.now()
  await sql`
    insert into auth_rate_limits as kept (id, key, count, last_request)
    values (${randomUUID()}, ${keyOf(email)}, 1, ${now})
    on conflict (key) do update set last_request = excluded.last_request,
      count = case when kept.last_request > ${now - WINDOW_MS} then kept.count + 1 else 1 end`
}

export async function forgetGuesses(sql: Sql, email: string): Promise<void> {
  await sql`delete from auth_rate_limits where key = ${keyOf(email)}`
}

/** The key is hashed, so that the table contains no addresses. */
function keyOf(email: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return `guesses|${digest}`
}
