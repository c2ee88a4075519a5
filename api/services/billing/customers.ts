import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { Queryable } from '#db/client.ts'
import { AppError } from '#sync/contract/errors.ts'
import { type Billing, fromStripe } from './billing.ts'

/**
 * Returns the Stripe customer of an account or a team, and creates it when first needed.
 * @throws AppError `authentication_required` when the owner is gone.
 */
export async function customerOf(billing: Billing, ownerId: string): Promise<string> {
  const { sql, stripe } = billing
  const known = await knownCustomer(sql, ownerId)
  if (known) return known
  const payer = await payerOf(sql, ownerId)
  if (!payer) throw gone()
  const { id } = await fromStripe(
    billing,
    stripe.customers.create(payer, { idempotencyKey: creationKey(ownerId, payer) }),
  )
  await keepCustomer(sql, ownerId, id)
  const made = await knownCustomer(sql, ownerId)
  if (!made) throw gone()
  return made
}

/** Maps an owner to its customer, unless it has one or is gone. */
async function keepCustomer(sql: Queryable, ownerId: string, customerId: string): Promise<void> {
  // The lock waits for a deletion of the owner, which is then gone.
  await sql`
    insert into stripe_customers (owner_id, customer_id)
    select id, ${customerId} from owners where id = ${ownerId} for key share
    on conflict do nothing`
}

/**
 * The parameters of an owner's new customer. A team's has no address: the checkout page asks for
 * one, so that invoices do not follow an owner who leaves.
 */
async function payerOf(
  sql: Queryable,
  ownerId: string,
): Promise<Stripe.CustomerCreateParams | undefined> {
  const [payer] = await sql<{ email: string | null; name: string }[]>`
    select email, name from users where id = ${ownerId}
    union all select null, name from teams where id = ${ownerId} and closed_at is null`
  if (!payer) return undefined
  const { email, name } = payer
  return email === null
    ? { name, metadata: { team_id: ownerId } }
    : { email, name, metadata: { user_id: ownerId } }
}

/** Whether the account exists, or the team exists and is open. */
export async function isOwner(sql: Queryable, ownerId: string): Promise<boolean> {
  return (await payerOf(sql, ownerId)) !== undefined
}

/** The error for an owner that is gone. */
export function gone(): AppError {
  return new AppError('authentication_required', 'Please sign in.')
}

/**
 * The idempotency key of the customer's creation: two tabs create one customer, without a lock
 * during the call to Stripe. It includes the parameters, because Stripe refuses a key that is
 * reused with others.
 */
function creationKey(ownerId: string, payer: Stripe.CustomerCreateParams): string {
  const words = createHash('sha256').update(JSON.stringify(payer)).digest('hex')
  return `customer-${ownerId}-${words.slice(0, 16)}`
}

/**
 * The account or team of a customer; its mapping is locked for the transaction. A lost mapping
 * (after a restored backup) is recovered from the id in the customer's metadata.
 */
export async function lockOwnerOfCustomer(
  tx: Queryable,
  customer: Stripe.Customer | Stripe.DeletedCustomer,
): Promise<string | undefined> {
  const ownerId = namedOwner(customer)
  if (ownerId) await keepCustomer(tx, ownerId, customer.id)
  const [owner] = await tx<{ owner_id: string }[]>`
    select owner_id from stripe_customers where customer_id = ${customer.id} for update`
  return owner?.owner_id
}

/** The account or team that a customer was created for. */
export function namedOwner(customer: Stripe.Customer | Stripe.DeletedCustomer): string | undefined {
  return customer.deleted ? undefined : (customer.metadata.team_id ?? customer.metadata.user_id)
}

/** The payment methods of a customer. */
export async function cardsOf(
  billing: Billing,
  customer: string,
): Promise<Pick<Stripe.PaymentMethod, 'id'>[]> {
  const { data } = await fromStripe(
    billing,
    billing.stripe.customers.listPaymentMethods(customer, { limit: 100 }),
  )
  return data
}

/** The existing customer of an account or a team, if any. */
export async function knownCustomer(sql: Queryable, ownerId: string): Promise<string | undefined> {
  const [known] = await sql<{ customer_id: string }[]>`
    select customer_id from stripe_customers where owner_id = ${ownerId}`
  return known?.customer_id
}
