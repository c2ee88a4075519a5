/**
 * The seats that a team pays for. Money first, people after: its owner buys seats, and a person who joins
 * takes one of those there are.
 *
 *   more seats  ─ preview ─ charged at once ─ paid ───► seats
 *                                └─ not paid: waits at Stripe, nothing changes here
 *   fewer seats ─ quantity lowered, no credit ─ renewal ─► seats
 *
 * Stripe's subscription alone holds both numbers (`seatsOf`), and `refreshCustomer` brings them here.
 */
import Stripe from 'stripe'
import { PAYMENT_CANCELLED } from '#api/contract/payment-return.ts'
import type {
  SeatsPreview,
  TeamCheckoutRequest,
  TeamPlanAnswer,
  TeamSeatsRequest,
} from '#api/contract/team-billing.ts'
import { lockOwnTeam, ownTeam, type TeamCaller } from '#api/services/teams/membership.ts'
import { placesOf, seatsTaken } from '#api/services/teams/seats.ts'
import type { Queryable } from '#db/client.ts'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import { LAPSED_DAYS, SEATS_ADDED_MAX } from '#db/schema/teams.ts'
import { AppError } from '#sync/contract/errors.ts'
import { type Billing, fromStripe } from './billing.ts'
import { openPortal, startCheckout } from './checkout.ts'
import { cardsOf, knownCustomer } from './customers.ts'
import { dropFormerPayers } from './end-plans.ts'
import { ENTITLING, oldestFirst, PAID_SEATS, PAID_UNTIL, seatsOf } from './entitlement-of.ts'
import { refreshCustomer } from './refresh.ts'

/** How long a preview is valid. Security: with an older time less of the period would be charged. */
const PREVIEW_MS = 15 * 60_000

const DAY_MS = 86_400_000

/**
 * A team's plan and seats, for its paying owners.
 * @throws AppError `not_a_member`, `forbidden`
 */
export async function readTeamPlan(
  { sql }: Pick<Billing, 'sql'>,
  caller: TeamCaller,
): Promise<TeamPlanAnswer> {
  const { id, seats, lapsed_at } = await ownTeam(sql, caller, 'team.seats')
  const { seated } = await placesOf(sql, id)
  const [kept] = await sql<EntitlementRow[]>`select * from entitlements where owner_id = ${id}`
  const closesAt = lapsed_at && new Date(lapsed_at.getTime() + LAPSED_DAYS * DAY_MS)
  return {
    seats,
    seats_used: seated,
    plan:
      kept && ENTITLING.includes(kept.status)
        ? {
            name: kept.plan_name,
            price: kept.price_cents,
            currency: kept.currency,
            interval: kept.billing_interval,
            renewal_seats: kept.renewal_seats ?? seats,
            period_end: kept.current_period_end?.toISOString() ?? null,
            cancels: kept.cancel_at_period_end,
            is_past_due: kept.status === 'past_due',
          }
        : null,
    closes_at: closesAt?.toISOString() ?? null,
  }
}

/**
 * Starts the payment of a team's first plan.
 * @returns a URL at Stripe: the portal, if the team has a plan
 * @throws AppError `seats_taken` for fewer seats than there are members who need one
 */
export async function startTeamCheckout(
  billing: Billing,
  caller: TeamCaller,
  order: TeamCheckoutRequest,
): Promise<string> {
  const { id } = await ownTeam(billing.sql, caller, 'team.seats')
  await assertEnough(billing.sql, id, order.seats)
  const tab = teamTab(id)
  return startCheckout(billing, id, {
    ...order,
    successUrl: `${tab}&payment={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${tab}&payment=${PAYMENT_CANCELLED}`,
    portalUrl: tab,
  })
}

/**
 * Opens the customer portal of a team: card, invoices, cancellation.
 * @returns a URL at Stripe
 */
export async function openTeamPortal(billing: Billing, caller: TeamCaller): Promise<string> {
  const { id } = await ownTeam(billing.sql, caller, 'team.seats')
  return openPortal(billing, id, teamTab(id))
}

/** The app's address of a team's billing. */
const teamTab = (id: string) => `/account?tab=team&team=${id}`

/**
 * Previews the price of another number of seats. Valid for 15 minutes; `at` is passed to
 * `changeSeats`.
 * @throws AppError as `changeSeats`, except for payments; nothing is changed
 */
export async function previewSeats(
  billing: Billing,
  caller: TeamCaller,
  seats: number,
): Promise<SeatsPreview> {
  const { id } = await ownTeam(billing.sql, caller, 'team.seats')
  const plan = await standingPlan(billing, id)
  const { item } = plan
  const at = Math.floor(Date.now() / 1000)
  const isMore = seats > plan.seats
  if (isMore) await assertCanBuy(billing, plan, seats)
  else await assertEnough(billing.sql, id, seats)
  const invoice = isMore
    ? await fromStripe(
        billing,
        billing.stripe.invoices.createPreview({
          subscription: plan.subscription.id,
          subscription_details: {
            items: [{ id: item.id, quantity: seats }],
            proration_behavior: 'always_invoice',
            proration_date: at,
          },
        }),
      )
    : null
  return {
    due_now: invoice?.amount_due ?? 0,
    renewal: (item.price.unit_amount ?? 0) * seats,
    renews_at: new Date(item.current_period_end * 1000).toISOString(),
    interval: item.price.recurring?.interval ?? null,
    currency: item.price.currency,
    from: plan.seats,
    at,
  }
}

/**
 * Changes how many seats a team pays for: more seats are charged at once and exist once they are
 * paid; fewer take effect with the renewal. An error means that nothing was changed.
 * @throws AppError `changed_elsewhere` when the preview is no longer valid, `payment_due` when
 *   the payment fails, `seats_taken` for fewer seats than there are members who need one,
 *   `subscription_required` without a plan, `billing_unavailable`
 */
export async function changeSeats(
  billing: Billing,
  caller: TeamCaller,
  { seats, from, at }: TeamSeatsRequest,
): Promise<void> {
  const { id } = await ownTeam(billing.sql, caller, 'team.seats')
  const plan = await standingPlan(billing, id)
  // A repeated change, whose response was lost, finds the seats as it requested them.
  if (seats !== plan.seats || seats !== plan.renewal_seats) {
    const age = Date.now() - at * 1000
    if (plan.seats !== from || age < 0 || age > PREVIEW_MS) throw changedElsewhere()
    if (seats > plan.seats) await buySeats(billing, plan, seats, at)
    else if (seats !== plan.renewal_seats) await lowerSeats(billing, caller, plan, seats)
  }
  // The entitlement is refreshed at once, not by the webhook: the owner is shown the seats.
  await refreshCustomer(billing, plan.customer)
}

async function buySeats(
  billing: Billing,
  plan: StandingPlan,
  seats: number,
  at: number,
): Promise<void> {
  await assertCanBuy(billing, plan, seats)
  const changed = await update(billing, plan, {
    items: [{ id: plan.item.id, quantity: seats }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    proration_date: at,
    expand: ['latest_invoice'],
  })
  if (!changed.pending_update) return
  const invoice = changed.latest_invoice
  const url = typeof invoice === 'object' ? invoice?.hosted_invoice_url : null
  throw paymentDue(url)
}

async function lowerSeats(
  billing: Billing,
  caller: TeamCaller,
  plan: StandingPlan,
  seats: number,
): Promise<void> {
  await assertEnough(billing.sql, caller.teamId, seats)
  await setRenewal(billing, plan, seats)
  await refreshCustomer(billing, plan.customer)
  // A member may have joined during the call to Stripe. From now on none can join beyond these
  // seats.
  const { seated } = await billing.sql.begin(async (tx) => {
    const team = await lockOwnTeam(tx, caller, 'team.seats')
    return placesOf(tx, team.id)
  })
  if (seated <= seats) return
  await setRenewal(billing, await standingPlan(billing, caller.teamId), plan.renewal_seats)
  await refreshCustomer(billing, plan.customer)
  throw seatsTaken(seated)
}

/** Sets the seats from the renewal on, and records those that are paid for until then. */
async function setRenewal(billing: Billing, plan: StandingPlan, seats: number): Promise<void> {
  const isFewer = seats < plan.seats
  await update(billing, plan, {
    items: [{ id: plan.item.id, quantity: seats }],
    proration_behavior: 'none',
    metadata: {
      // Stripe removes the keys of empty values.
      [PAID_SEATS]: isFewer ? plan.seats : '',
      [PAID_UNTIL]: isFewer ? plan.item.current_period_end : '',
      [CHANGES]: changesOf(plan) + 1,
    },
  })
}

/** An active subscription of a team. */
interface StandingPlan {
  teamId: string
  customer: string
  subscription: Stripe.Subscription
  item: Stripe.SubscriptionItem
  seats: number
  renewal_seats: number
}

async function standingPlan(billing: Billing, teamId: string): Promise<StandingPlan> {
  const customer = await knownCustomer(billing.sql, teamId)
  const { data } = customer
    ? await fromStripe(billing, billing.stripe.subscriptions.list({ customer, limit: 100 }))
    : { data: [] }
  // The oldest active subscription, which `endSecondPlans` keeps.
  const [subscription] = data.filter(({ status }) => ENTITLING.includes(status)).sort(oldestFirst)
  const item = subscription?.items.data[0]
  if (!customer || !subscription || !item) {
    throw new AppError('subscription_required', 'This team has no plan yet.')
  }
  return { teamId, customer, subscription, item, ...seatsOf(subscription, item) }
}

/** @throws AppError unless additional seats can be charged for the rest of the period */
async function assertCanBuy(
  billing: Billing,
  { teamId, customer, subscription, seats, renewal_seats }: StandingPlan,
  wanted: number,
): Promise<void> {
  if (wanted - seats > SEATS_ADDED_MAX) {
    throw new AppError('invalid_input', `seats: at most ${SEATS_ADDED_MAX} more at a time`)
  }
  if (subscription.status === 'past_due') throw paymentDue(null)
  if (renewal_seats < seats) {
    // Stripe would also charge for the seats that are already paid for.
    throw new AppError(
      'invalid_input',
      `seats: from the renewal on there are ${renewal_seats}; keep all ${seats} first`,
    )
  }
  // Security: the next owner buys nothing with a former owner's card, even if Stripe was away at that time.
  await dropFormerPayers(billing, teamId)
  if ((await cardsOf(billing, customer)).length === 0) throw paymentDue(null)
}

/** @throws AppError `seats_taken` when more members need a seat */
async function assertEnough(sql: Queryable, teamId: string, seats: number): Promise<void> {
  const { seated } = await placesOf(sql, teamId)
  if (seats < seated) throw seatsTaken(seated)
}

/** The metadata key that counts the changes of a subscription's renewal. */
const CHANGES = 'seat_changes'

const changesOf = ({ subscription }: StandingPlan) => Number(subscription.metadata[CHANGES] ?? 0)

/**
 * Updates a subscription if it is still as it was read: the idempotency key contains that state, so
 * that Stripe executes one of two concurrent changes, and a repeated change once. The key also
 * contains the hour, because Stripe repeats even a failure for as long as it knows a key.
 * @throws AppError `changed_elsewhere`
 */
async function update(
  billing: Billing,
  plan: StandingPlan,
  params: Stripe.SubscriptionUpdateParams,
): Promise<Stripe.Subscription> {
  const { id, latest_invoice: invoice } = plan.subscription
  const hour = Math.floor(Date.now() / 3_600_000)
  const invoiceId = typeof invoice === 'string' ? invoice : invoice?.id
  const idempotencyKey = `seats-${id}-${invoiceId}-${changesOf(plan)}-${hour}`
  try {
    return await billing.stripe.subscriptions.update(id, params, { idempotencyKey })
  } catch (error) {
    if (error instanceof Stripe.errors.StripeIdempotencyError) throw changedElsewhere()
    return fromStripe(billing, Promise.reject(error))
  }
}

function changedElsewhere(): AppError {
  return new AppError(
    'changed_elsewhere',
    'The seats or their price changed meanwhile: look at the price again.',
  )
}

function paymentDue(url: string | null | undefined): AppError {
  const data = url ? { data: { url } } : {}
  return new AppError('payment_due', 'The payment did not go through: nothing was changed.', data)
}
