import type { PriceName } from '#api/contract/billing.ts'
import type { Billing } from '#api/services/billing/billing.ts'
import { customerOf } from '#api/services/billing/customers.ts'
import { refreshCustomer } from '#api/services/billing/refresh.ts'
import { crowd } from '#db/generate/crowd.ts'

/** The plans of the accounts that start with one, by address. */
const SUBSCRIBERS: Record<string, PriceName> = {
  'monthly@clinidex.test': 'price_monthly',
  'annual@clinidex.test': 'price_annual',
}

/**
 * Subscribes the paying development accounts at the stand-in, so that their portal has a plan to
 * show. An account that ever had a plan keeps it.
 */
export async function seedSubscriptions(billing: Billing): Promise<void> {
  const { sql, standIn, prices } = billing
  if (!standIn) return
  await forgetLostCustomers(billing)
  const crowdPlans = crowd().flatMap(({ email, plan }) => (plan ? [[email, plan] as const] : []))
  for (const [email, priceName] of [...Object.entries(SUBSCRIBERS), ...crowdPlans]) {
    const [user] = await sql<{ id: string }[]>`select id from users where email = ${email}`
    if (!user) continue
    const customer = await customerOf(billing, user.id)
    if (standIn.ledger.state.subscriptions.some((each) => each.customer === customer)) continue
    standIn.ledger.seed(customer, prices[priceName])
    await refreshCustomer(billing, customer)
  }
}

/** Deletes customers that the stand-in does not know: the database may have outlived its ledger. */
async function forgetLostCustomers({ sql, standIn }: Billing): Promise<void> {
  const kept = standIn?.ledger.state.customers.map(({ id }) => id) ?? []
  await sql`
    delete from stripe_customers
    where customer_id like 'cus_standin_%' and not customer_id = any(${kept})`
}
