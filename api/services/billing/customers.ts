import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { Queryable } from '#db/client.ts'
import { AppError } from '#sync/contract/errors.ts'
import { type Billing, fromStripe } from './billing.ts'

/**
 * The account's Stripe customer, created when first needed.
 * @throws AppError `authentication_required` when the account is gone.
 */
export async function customerOf(billing: Billing, userId: string): Promise<string> {
  const { sql, stripe } = billing
  const [known] = await knownCustomer(sql, userId)
  if (known) return known.customer_id
  const [user] = await sql<{ email: string; name: string }[]>`
    select email, name from users where id = ${userId}`
  if (!user) throw new AppError('authentication_required', 'Please sign in.')
  const { id } = await fromStripe(
    billing,
    stripe.customers.create(
      { ...user, metadata: { user_id: userId } },
      { idempotencyKey: creationKey(userId, user) },
    ),
  )
  await sql`
    insert into stripe_customers (user_id, customer_id)
    select id, ${id} from users where id = ${userId}
    on conflict do nothing`
  const [made] = await knownCustomer(sql, userId)
  if (!made) throw new AppError('authentication_required', 'Please sign in.')
  return made.customer_id
}

/**
 * The idempotency key of the customer's creation: two tabs make one customer, without a lock while
 * Stripe is asked. It includes the parameters, because Stripe refuses a key that comes with other
 * ones.
 */
function creationKey(userId: string, { email, name }: { email: string; name: string }): string {
  const words = createHash('sha256')
    .update(JSON.stringify([email, name]))
    .digest('hex')
  return `customer-${userId}-${words.slice(0, 16)}`
}

/**
 * The account of a customer, locked for the transaction. A mapping that was lost (a restored backup)
 * is recovered from the account id in the customer's metadata.
 */
export async function lockOwner(
  tx: Queryable,
  customer: Stripe.Customer | Stripe.DeletedCustomer,
): Promise<string | undefined> {
  const userId = customer.deleted ? undefined : customer.metadata.user_id
  if (userId) {
    await tx`
      insert into stripe_customers (user_id, customer_id)
      select id, ${customer.id} from users where id = ${userId}
      on conflict do nothing`
  }
  const [owner] = await tx<{ user_id: string }[]>`
    select user_id from stripe_customers where customer_id = ${customer.id} for update`
  return owner?.user_id
}

function knownCustomer(sql: Queryable, userId: string) {
  return sql<{ customer_id: string }[]>`
    select customer_id from stripe_customers where user_id = ${userId}`
}
