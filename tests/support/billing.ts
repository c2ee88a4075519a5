import Stripe from 'stripe'
import { createLog } from '#api/log.ts'
import type { Billing } from '#api/services/billing/billing.ts'
import { openStandIn, type StandIn } from '#api/services/billing/stand-in/stand-in.ts'
import { createMetrics } from '#api/services/metrics/metrics.ts'
import type { Queryable, Sql } from '#db/client.ts'
import type { TeamRole } from '#db/schema/teams.ts'

const PRICES = { price_monthly: 'price_monthly', price_annual: 'price_annual' }

/**
 * Billing with an in-process stand-in: Stripe's library calls it without a network, and it sends no
 * webhook events by itself.
 */
export function testBilling(
  sql: Sql,
  { now }: { now?: () => number } = {},
): Billing & { standIn: StandIn } {
  const log = createLog('silent')
  const metrics = createMetrics()
  const publicUrl = 'http://localhost'
  const standIn = openStandIn({ prices: PRICES, publicUrl, log, ...(now ? { now } : {}) })
  const stripe = new Stripe(standIn.apiKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(async (url, init) => {
      const { pathname, search } = new URL(String(url))
      return standIn.app.request(`http://localhost${pathname}${search}`, init)
    }),
  })
  const { webhookSecret } = standIn
  return { stripe, webhookSecret, prices: PRICES, publicUrl, sql, log, metrics, standIn }
}

/** Inserts an account that can pay. @returns its id. */
export async function insertPayer(sql: Queryable): Promise<string> {
  const id = crypto.randomUUID()
  await sql`
    insert into users (id, name, email, email_verified)
    values (${id}, 'Payer', ${`${id}@payer.test`}, true)`
  return id
}

/** Inserts a team with an owner, and with members in seats. */
export async function insertTeam(
  sql: Sql,
  { seated = 1, seats = 2 } = {},
): Promise<{ id: string; ownerId: string }> {
  const ownerId = await insertPayer(sql)
  return sql.begin(async (tx) => {
    const [team] = await tx<{ id: string }[]>`
      insert into teams (name, seats) values ('A desk', ${seats}) returning id`
    if (!team) throw new Error('the team was not made')
    for (let number = 0; number < seated; number++) {
      const userId = number === 0 ? ownerId : await insertPayer(tx)
      await insertMember(tx, team.id, userId, number === 0 ? 'owner' : 'recruiter')
    }
    return { id: team.id, ownerId }
  })
}

/** Makes an account a member of a team. */
async function insertMember(
  sql: Queryable,
  teamId: string,
  userId: string,
  role: TeamRole = 'recruiter',
): Promise<void> {
  await sql`
    insert into team_members (team_id, user_id, role, display_name)
    values (${teamId}, ${userId}, ${role}, 'A member')`
}
