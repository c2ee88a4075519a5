import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setSeats } from '#api/services/teams/seats.ts'
import { insertTeam, testBilling } from '#tests/support/billing.ts'
import { testDatabase } from '#tests/support/database.ts'
import {
  insertPayingTeam,
  invitedPayer,
  seatsOf,
  type TeamCaller,
} from '#tests/support/paying-team.ts'
import { PATIENCE } from '#tests/support/soon.ts'
import { confirmCheckout } from './checkout.ts'
import { customerOf } from './customers.ts'
import { refreshCustomer } from './refresh.ts'
import type { Subscription } from './stand-in/objects.ts'
import { changeSeats, previewSeats, readTeamPlan, startTeamCheckout } from './team-seats.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const PRICE = 29_500

let billing: ReturnType<typeof testBilling>
let ledger: (typeof billing)['standIn']['ledger']
let caller: TeamCaller
/** The milliseconds by which Stripe's clock is ahead. */
let ahead: number
beforeEach(() => {
  ahead = 0
  billing = testBilling(database.sql, { now: () => Date.now() + ahead })
  ledger = billing.standIn.ledger
})

async function payingTeam(size?: { seats?: number; seated?: number }): Promise<Subscription> {
  const team = await insertPayingTeam(billing, size)
  caller = team.caller
  return team.subscription
}

const quantityOf = (subscription: Subscription) => subscription.items.data[0]?.quantity

const seats = () => seatsOf(billing, caller)
const invited = () => invitedPayer(billing, caller)

async function change(to: number): Promise<void> {
  const { from, at } = await previewSeats(billing, caller, to)
  await changeSeats(billing, caller, { seats: to, from, at })
}

describe('the first checkout of a team', () => {
  it('TEAMS-22 is paid for by the team, for each seat', async () => {
    const { id, ownerId } = await insertTeam(database.sql)
    caller = { teamId: id, actor: { id: ownerId }, network: '' }
    await startTeamCheckout(billing, caller, { priceId: 'price_monthly', seats: 3 })
    const [session] = ledger.state.sessions
    expect(session).toMatchObject({ client_reference_id: id, amount_total: 3 * PRICE })
    // The page asks for an address: the owner's would remain after the owner leaves.
    expect(ledger.state.customers).toMatchObject([
      { name: 'A desk', email: null, metadata: { team_id: id } },
    ])
    expect(await seats()).toEqual([2, undefined])
    if (session) ledger.pay(session)
    expect(await confirmCheckout(billing, [ownerId, id], session?.id ?? '')).toEqual({
      paid: true,
      subscribed: true,
    })
    expect(await seats()).toEqual([3, 3])
    expect(await readTeamPlan(billing, caller)).toMatchObject({
      seats_used: 1,
      plan: { name: 'Monthly Plan', price: PRICE, interval: 'month', is_past_due: false },
      closes_at: null,
    })
    await expect(confirmCheckout(billing, [ownerId], session?.id ?? '')).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('TEAMS-22 is not for fewer than have a seat, and leads to the portal where there is a plan', async () => {
    await payingTeam({ seated: 3 })
    const order = { priceId: 'price_annual', seats: 2 } as const
    await expect(startTeamCheckout(billing, caller, order)).rejects.toMatchObject({
      code: 'seats_taken',
    })
    expect(await startTeamCheckout(billing, caller, { ...order, seats: 3 })).toContain('/portal/')
    expect(ledger.state.sessions).toEqual([])
  })

  it('TEAMS-22 that was left unpaid is no lapse', async () => {
    const { id, ownerId } = await insertTeam(database.sql)
    caller = { teamId: id, actor: { id: ownerId }, network: '' }
    await startTeamCheckout(billing, caller, { priceId: 'price_monthly', seats: 3 })
    await refreshCustomer(billing, await customerOf(billing, id))
    expect(await readTeamPlan(billing, caller)).toMatchObject({ plan: null, closes_at: null })
  })
})

describe('more seats', () => {
  it('TEAMS-22 are charged as previewed, for the rest of the period, and there at once', async () => {
    const subscription = await payingTeam()
    const { current_period_start: start, current_period_end: end } =
      subscription.items.data[0] ?? {}
    if (!start || !end) throw new Error('no period')
    const preview = await previewSeats(billing, caller, 7)
    const share = (end - preview.at) / (end - start)
    expect(preview).toEqual({
      due_now: Math.round(PRICE * 7 * share) - Math.round(PRICE * 5 * share),
      renewal: 7 * PRICE,
      renews_at: new Date(end * 1000).toISOString(),
      interval: 'month',
      currency: 'usd',
      from: 5,
      at: expect.any(Number),
    })
    expect(quantityOf(subscription)).toBe(5)
    await changeSeats(billing, caller, { seats: 7, from: 5, at: preview.at })
    expect(ledger.state.invoices.at(-1)).toMatchObject({
      status: 'paid',
      amount_due: preview.due_now,
    })
    expect(await seats()).toEqual([7, 7])
  })

  it('TEAMS-22 are at most 50 at a time, and nothing is charged for more', async () => {
    const subscription = await payingTeam()
    const refusal = {
      code: 'invalid_input',
      message: 'seats: at most 50 more at a time',
    }
    await expect(previewSeats(billing, caller, 56)).rejects.toMatchObject(refusal)
    const at = Math.floor(Date.now() / 1000)
    await expect(changeSeats(billing, caller, { seats: 56, from: 5, at })).rejects.toMatchObject(
      refusal,
    )
    expect(quantityOf(subscription)).toBe(5)
    await change(55)
    expect(await seats()).toEqual([55, 55])
  })

  it('TEAMS-22 that are not paid change nothing, until they are', async () => {
    const subscription = await payingTeam()
    ledger.setDeclining(subscription.customer, true)
    await expect(change(7)).rejects.toMatchObject({
      code: 'payment_due',
      status: 402,
      data: { url: expect.stringMatching(/^http/) },
    })
    await refreshCustomer(billing, subscription.customer)
    expect(await seats()).toEqual([5, 5])
    const join = await Promise.all([1, 2, 3].map(() => invited()))
    await join[0]?.()
    await join[1]?.()
    await expect(join[2]?.()).rejects.toMatchObject({ code: 'seats_taken' })
    ledger.payOpenInvoice(subscription)
    await refreshCustomer(billing, subscription.customer)
    expect(await seats()).toEqual([7, 7])
    await join[2]?.()
  })

  it('TEAMS-22 can be tried again after a failure, and are charged once', async () => {
    const subscription = await payingTeam()
    ledger.setDeclining(subscription.customer, true)
    await expect(change(7)).rejects.toMatchObject({ code: 'payment_due' })
    ledger.setDeclining(subscription.customer, false)
    await change(7)
    expect(await seats()).toEqual([7, 7])
    expect(ledger.state.invoices.map(({ status }) => status)).toEqual(['paid', 'void', 'paid'])
  })

  it('TEAMS-22 asked for twice at once are bought once, and answered twice', async () => {
    const subscription = await payingTeam()
    const { from, at } = await previewSeats(billing, caller, 7)
    const order = { seats: 7, from, at }
    await Promise.all([1, 2, 3].map(() => changeSeats(billing, caller, order)))
    // A repetition after a lost response charges nothing either.
    await changeSeats(billing, caller, order)
    expect(quantityOf(subscription)).toBe(7)
    expect(ledger.state.invoices).toHaveLength(2)
    expect(await seats()).toEqual([7, 7])
    // The earlier preview is not valid for another number.
    await expect(changeSeats(billing, caller, { ...order, seats: 9 })).rejects.toMatchObject({
      code: 'changed_elsewhere',
    })
  })

  it('TEAMS-22 of several numbers at once are changed to one, and the others told', async () => {
    const subscription = await payingTeam()
    const { from, at } = await previewSeats(billing, caller, 7)
    const orders = [7, 9, 4]
    const { subscriptions } = billing.stripe
    const update = subscriptions.update.bind(subscriptions)
    let waiting = 0
    vi.spyOn(subscriptions, 'update').mockImplementation((async (
      ...asked: Parameters<typeof update>
    ) => {
      waiting += 1
      await vi.waitUntil(() => waiting === orders.length, PATIENCE)
      return update(...asked)
    }) as unknown as typeof update)
    const answers = await Promise.all(
      orders.map((wanted) =>
        changeSeats(billing, caller, { seats: wanted, from, at }).then(
          () => 'changed',
          ({ code }: { code: string }) => code,
        ),
      ),
    )
    expect([...answers].sort()).toEqual(['changed', 'changed_elsewhere', 'changed_elsewhere'])
    const won = orders[answers.indexOf('changed')]
    expect(waiting).toBe(3)
    expect(quantityOf(subscription)).toBe(won)
    expect(ledger.state.invoices).toHaveLength(won === 4 ? 1 : 2)
  })

  it.each([
    ['a price of the future, which costs less', 3600],
    ['a price of long ago', -3600],
  ])('TEAMS-22 are not sold at %s', async (_, seconds) => {
    const subscription = await payingTeam()
    const { from, at } = await previewSeats(billing, caller, 7)
    await expect(
      changeSeats(billing, caller, { seats: 7, from, at: at + seconds }),
    ).rejects.toMatchObject({ code: 'changed_elsewhere' })
    expect(quantityOf(subscription)).toBe(5)
  })

  it('TEAMS-22 are not sold while a renewal is unpaid', async () => {
    const subscription = await payingTeam()
    ledger.endPeriod(subscription, 'failed')
    await expect(previewSeats(billing, caller, 7)).rejects.toMatchObject({ code: 'payment_due' })
    const at = Math.floor(Date.now() / 1000)
    await expect(changeSeats(billing, caller, { seats: 7, from: 5, at })).rejects.toMatchObject({
      code: 'payment_due',
    })
    expect(quantityOf(subscription)).toBe(5)
  })

  it('TEAMS-22 need a plan', async () => {
    const { id, ownerId } = await insertTeam(database.sql)
    caller = { teamId: id, actor: { id: ownerId }, network: '' }
    await expect(previewSeats(billing, caller, 7)).rejects.toMatchObject({
      code: 'subscription_required',
    })
  })
})

describe('fewer seats', () => {
  it('TEAMS-22 come with the renewal, which charges for them alone', async () => {
    const subscription = await payingTeam()
    const preview = await previewSeats(billing, caller, 4)
    expect(preview).toMatchObject({ due_now: 0, renewal: 4 * PRICE })
    await change(4)
    expect(await seats()).toEqual([5, 4])
    expect(ledger.state.invoices).toHaveLength(1)
    // The clock moves by a month and a day.
    ahead = 32 * 86_400_000
    await refreshCustomer(billing, subscription.customer)
    expect(await seats()).toEqual([4, 4])
    expect(ledger.state.invoices.at(-1)?.amount_due).toBe(4 * PRICE)
  })

  it('TEAMS-22 are never fewer than members who need one, nor can more join before', async () => {
    await payingTeam({ seats: 5, seated: 3 })
    await expect(previewSeats(billing, caller, 2)).rejects.toMatchObject({ code: 'seats_taken' })
    const at = Math.floor(Date.now() / 1000)
    await expect(changeSeats(billing, caller, { seats: 2, from: 5, at })).rejects.toMatchObject({
      code: 'seats_taken',
    })
    await change(3)
    expect(await seats()).toEqual([5, 3])
    const join = await invited()
    await expect(join()).rejects.toMatchObject({ code: 'seats_taken' })
    await change(5)
    expect(await seats()).toEqual([5, 5])
    await join()
  })

  it('TEAMS-22 are taken back where a member joined meanwhile', async () => {
    const subscription = await payingTeam({ seats: 5, seated: 3 })
    const join = await invited()
    const { subscriptions } = billing.stripe
    const update = subscriptions.update.bind(subscriptions)
    vi.spyOn(subscriptions, 'update').mockImplementationOnce((async (
      ...asked: Parameters<typeof update>
    ) => {
      await join()
      return update(...asked)
    }) as unknown as typeof update)
    await expect(change(3)).rejects.toMatchObject({ code: 'seats_taken' })
    expect(await seats()).toEqual([5, 5])
    expect(quantityOf(subscription)).toBe(5)
  })

  it('TEAMS-22 are kept before more are bought, for those are paid already', async () => {
    const subscription = await payingTeam()
    await change(4)
    await expect(previewSeats(billing, caller, 7)).rejects.toMatchObject({ code: 'invalid_input' })
    const at = Math.floor(Date.now() / 1000)
    await expect(changeSeats(billing, caller, { seats: 7, from: 5, at })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    // It is repeated within the hour: each change has its own key.
    await change(5)
    await change(4)
    await change(5)
    await change(7)
    expect(await seats()).toEqual([7, 7])
    expect(quantityOf(subscription)).toBe(7)
    expect(ledger.state.invoices).toHaveLength(2)
  })
})

it('TEAMS-22 an administrator sets the seats of a team without a plan alone', async () => {
  const { id, ownerId } = await insertTeam(database.sql)
  caller = { teamId: id, actor: { id: ownerId }, network: '' }
  const chief = { actor: { id: 'chief' }, network: '' }
  await setSeats(database.sql, chief, id, 12)
  expect(await seats()).toEqual([12, undefined])
  const customer = await customerOf(billing, id)
  const subscription = ledger.subscribe(customer, 'price_monthly', 3)
  await refreshCustomer(billing, customer)
  expect(await seats()).toEqual([3, 3])
  await expect(setSeats(database.sql, chief, id, 20)).rejects.toMatchObject({
    code: 'forbidden',
  })
  ledger.cancel(subscription)
  await refreshCustomer(billing, customer)
  await setSeats(database.sql, chief, id, 20)
  expect(await seats()).toEqual([20, undefined])
})
