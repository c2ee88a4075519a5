import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { requestRemoval } from '#api/services/intake/removals.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { linkIn, mailTo } from '#tests/support/cookie-jar.ts'
import { held } from '#tests/support/held.ts'
import { newAddress, removalCalls } from '#tests/support/removals.ts'
import { soon } from '#tests/support/soon.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 10 })
})
afterAll(() => app.close())

const { ask, confirm, tokenFor, person } = removalCalls(() => app)

describe('asking', () => {
  it('REMOVAL-02 answers alike whether or not the address is listed, and keeps no token', async () => {
    const [listed, unlisted] = [newAddress(), newAddress()]
    await person(listed)
    const answers = await Promise.all([ask({ email: listed }), ask({ email: unlisted })])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    for (const address of [listed, unlisted]) {
      const token = linkIn(await mailTo(app, address, /removal/)).split('token=')[1]
      const [kept] = await app.sql`
        select token_hash = sha256(convert_to(${token ?? ''}, 'utf8')) as is_hash,
          expires_at = created_at + interval '7 days' as is_for_a_week
        from removal_requests where email = ${address}`
      expect(kept).toEqual({ is_hash: true, is_for_a_week: true })
    }
  })

  it('does not wait for the mail', async () => {
    const held = vi.spyOn(app.parts.mailer, 'send').mockReturnValue(new Promise(() => undefined))
    expect((await ask({ email: newAddress() })).status).toBe(204)
    expect(held).toHaveBeenCalledOnce()
    held.mockRestore()
  })

  it('REMOVAL-04 fails where no mail can be sent, before anything is kept', async () => {
    const check = vi.spyOn(app.parts.mailer, 'check').mockRejectedValue(new Error('away'))
    const email = newAddress()
    expect((await ask({ email })).status).toBe(503)
    check.mockRestore()
    expect(await app.sql`select from removal_requests where email = ${email}`).toHaveLength(0)
  })

  it.each([{ email: 'ada@example' }, { email: '' }, {}, { email: newAddress(), token: 'mine' }])(
    'REMOVAL-01 refuses %o',
    async (json) => {
      expect((await ask(json)).status).toBe(400)
    },
  )

  it('sends an address three mails a day, and says no different of the fourth', async () => {
    const email = newAddress()
    const statuses = []
    for (const spelling of [email, email.toUpperCase(), email, email]) {
      statuses.push((await ask({ email: spelling })).status)
    }
    expect(statuses).toEqual([204, 204, 204, 204])
    const kept = await app.sql`select from removal_requests where lower(email) = ${email}`
    expect(kept).toHaveLength(3)
  })

  it('counts no mail that the mail server refused, and forgets its request', async () => {
    const email = newAddress()
    const refusing = vi.spyOn(app.parts.mailer, 'send').mockRejectedValue(new Error('mailbox full'))
    onTestFinished(() => refusing.mockRestore())
    const kept = () => app.sql`select from removal_requests where email = ${email}`
    for (let i = 0; i < 3; i++) {
      expect((await ask({ email })).status).toBe(204)
      await soon(async () => expect(await kept()).toHaveLength(0))
    }
    expect(refusing).toHaveBeenCalledTimes(3)
    refusing.mockRestore()
    expect((await confirm(await tokenFor(email))).status).toBe(204)
  })

  it('sends an address three mails a day of five requests made at once', async () => {
    const email = newAddress()
    // Delays a request that has counted the others until all five are under way.
    await app.sql`
      create function hold_request() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(1);
        return new;
      end $$`
    await app.sql`
      create trigger hold_request before insert on removal_requests
      for each row execute function hold_request()`
    let asking: Promise<(string | null)[]> | undefined
    await app.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(1)`
      const spellings = [email, email.toUpperCase(), email, email, email]
      asking = Promise.all(spellings.map((spelling) => requestRemoval(app.parts.sql, spelling)))
      await held(app.sql, asking, 5)
    })
    const tokens = (await asking) ?? []
    await app.sql`drop function hold_request cascade`
    expect(tokens.filter((token) => token !== null)).toHaveLength(3)
  })

  it('takes ten requests an hour of one network', async () => {
    const statuses = []
    for (let i = 0; i < 11; i++) {
      statuses.push((await ask({ email: newAddress() }, '203.0.113.91')).status)
    }
    expect(statuses.slice(-2)).toEqual([204, 429])
  })
})
