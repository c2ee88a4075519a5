import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateSignedCookie } from 'hono/cookie'
import type { Sql } from '#db/client.ts'
import { BRAND } from '#sync/contract/brand.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { CONTRACT_HEADER, USER_HEADER } from '#sync/contract/wire.ts'

const SESSION_COOKIE = `${BRAND.toLowerCase()}.session_token`

/** An account, with the headers of its signed-in device. */
export interface BenchAccount {
  id: string
  headers: Record<string, string>
}

/** An account with a plan, that no customer of the billing service pays for. */
export async function insertSubscriber(sql: Sql, dataDir: string): Promise<BenchAccount> {
  const account = await insertAccount(sql, dataDir)
  await sql`
    insert into entitlements (owner_id, tier, status, plan_name)
    values (${account.id}, 'premium', 'active', 'Annual')`
  return account
}

/** Makes a new account with a session, by SQL. @param dataDir the server's. */
export async function insertAccount(sql: Sql, dataDir: string): Promise<BenchAccount> {
  const secret = (await readFile(join(dataDir, 'auth.secret'), 'utf8')).trim()
  const [id, token] = [randomUUID(), randomUUID()]
  await sql`
    insert into users (id, name, email, email_verified)
    values (${id}, 'A recruiter', ${`${id}@example.org`}, true)`
  await sql`
    insert into sessions (id, user_id, token, expires_at, updated_at)
    values (${randomUUID()}, ${id}, ${token}, now() + interval '1 day', now())`
  const cookie = await generateSignedCookie(SESSION_COOKIE, token, secret)
  return {
    id,
    headers: {
      Cookie: cookie.split(';')[0] ?? '',
      [USER_HEADER]: id,
      [CONTRACT_HEADER]: String(CONTRACT_VERSION),
    },
  }
}
