import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Parts } from '#api/context.ts'
import type { SearchResponse } from '#api/contract/search.ts'
import { WATCHES_MAX } from '#db/schema/watches.ts'
import type { MutationResult } from '#sync/contract/wire.ts'
import type { TestApp } from '#tests/support/app.ts'
import { refusal } from '#tests/support/mail-server.ts'
import { keepFor, pushAs, wireMutation } from '#tests/support/push.ts'
import { memberIn, newPerson, teamOf } from '#tests/support/teams.ts'
import { deleteWatches, pushServices, watchCalls, watchersApp } from '#tests/support/watch-calls.ts'
import { notifyWatchers } from './notify-watchers.ts'

let app: TestApp
/** Addresses that the mail server refuses. */
let refused: string[] = []
beforeAll(async () => {
  app = await watchersApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  pushes.reset()
  await deleteWatches(app)
})

const pushes = pushServices()
const { push, pushed } = pushes
const at = (day: number, hour: number) => new Date(Date.UTC(2031, 4, day, hour))
const notify = (now: Date) => notifyWatchers({ ...app.parts, push }, now)

const { watch, news, subscribe, newMails } = watchCalls(() => app)

it('mails what is new once a day, however often and from how many processes it is asked', async () => {
  await watch('Daily one', 'daily')
  await app.sql`update watches set read_at = '2025-12-31 23:00Z'`
  await news('Daily one', 'Daily one')
  await notify(at(1, 10))
  expect(await newMails()).toEqual([])
  await Promise.all([notify(at(1, 11)), notify(at(1, 11))])
  await notify(at(1, 12))
  const [mail, ...more] = await newMails()
  expect(more).toEqual([])
  expect(mail?.to).toBe('subscriber@clinidex.test')
  expect(mail?.text).toContain('\u2068Daily one\u2069: 2 new since Wed, Dec 31\n')
  expect(mail?.text).toMatch(
    / Turn it off: http:\/\/localhost\/unsubscribe\?account=subscriber&token=[\w-]{43}\s/,
  )
  expect(JSON.stringify(mail)).not.toContain('Secretname')

  // Further news of that day wait for the next; what was reported is not reported again.
  await news('Daily one')
  await notify(at(1, 20))
  expect(await newMails()).toEqual([])
  await notify(at(2, 11))
  expect(await newMails()).toHaveLength(1)
  await notify(at(3, 11))
  expect(await newMails()).toEqual([])
})

it('a mail that the server refuses keeps no other back: it is sent by the next run, or the next day where it is refused for good', async () => {
  await watch('Refused', 'daily')
  const id = crypto.randomUUID()
  await keepFor(
    app,
    'free',
    wireMutation('searches.create', { id, name: 'Taken', search_params: { specialty: 'Refused' } }),
    wireMutation('watches.set', { search_id: id, cadence: 'daily' }),
  )
  await news('Refused')
  let code = 0
  const send: Parts['mailer']['send'] = (mail) =>
    refused.includes(mail.to) ? Promise.reject(refusal(mail.to, code)) : app.parts.mailer.send(mail)
  const parts = { ...app.parts, push, mailer: { ...app.parts.mailer, send } }
  for (const address of ['subscriber@clinidex.test', 'free@clinidex.test']) {
    for (code of [451, 550]) {
      await app.sql`delete from watch_mails`
      await app.sql`update watches set told_at = null`
      refused = [address]
      await expect(notifyWatchers(parts, at(5, 11))).rejects.toThrow(
        `1 messages of news could not be mailed (EENVELOPE ${code}).`,
      )
      const [sent, ...more] = await newMails()
      expect(more).toEqual([])
      expect(sent?.to).not.toBe(address)
      await notify(at(5, 12))
      expect((await newMails()).map(({ to }) => to)).toEqual(code === 451 ? [address] : [])
      await notify(at(6, 11))
      expect((await newMails()).map(({ to }) => to)).toEqual(code === 451 ? [] : [address])
    }
  }
})

it('news that were read while others were mailed take no mail of the day from later ones', async () => {
  await watch('Meanwhile', 'daily')
  const id = crypto.randomUUID()
  await keepFor(
    app,
    'free',
    wireMutation('searches.create', {
      id,
      name: 'First',
      search_params: { specialty: 'Meanwhile' },
    }),
    wireMutation('watches.set', { search_id: id, cadence: 'daily' }),
  )
  await news('Meanwhile')
  const send: Parts['mailer']['send'] = async (mail) => {
    await app.parts.mailer.send(mail)
    await app.sql`update watches set read_at = found_at where owner_id = 'subscriber'`
  }
  const parts = { ...app.parts, push, mailer: { ...app.parts.mailer, send } }
  await notifyWatchers(parts, at(5, 11))
  expect((await newMails()).map(({ to }) => to)).toEqual(['free@clinidex.test'])
  await news('Meanwhile')
  await notify(at(5, 12))
  expect((await newMails()).map(({ to }) => to)).toEqual(['subscriber@clinidex.test'])
})

it('news are mailed to no address that was not confirmed', async () => {
  await watch('Unconfirmed', 'daily')
  await news('Unconfirmed')
  await app.sql`update users set email_verified = false where id = 'subscriber'`
  await notify(at(6, 11))
  expect(await newMails()).toEqual([])
  await app.sql`update users set email_verified = true where id = 'subscriber'`
  await notify(at(6, 12))
  expect((await newMails()).map(({ to }) => to)).toEqual(['subscriber@clinidex.test'])
})

it('news that were read are mailed to nobody, nor with the mails turned off', async () => {
  const id = await watch('Read', 'daily')
  await news('Read')
  const through = new Date(Date.now() + 1000).toISOString()
  await pushAs(app, 'subscriber', wireMutation('watches.read', { search_id: id, through }))
  await notify(at(7, 11))
  expect(await newMails()).toEqual([])

  await news('Read')
  await notify(at(8, 11))
  const [mail] = await newMails()
  const off = new URL(mail?.offUrl ?? '')
  expect(off.pathname).toBe('/api/watch-mails/off')
  // Opening a link does not unsubscribe but leads to the page that does; another account's token
  // does not either.
  const lookedAt = await app.request(off.pathname + off.search, { as: 'visitor' })
  expect([lookedAt.status, lookedAt.headers.get('location')]).toEqual([
    302,
    `/unsubscribe${off.search}`,
  ])
  // The request is as mail programs send it (RFC 8058).
  const post = (search: string) =>
    app.request(`${off.pathname}${search}`, {
      as: 'visitor',
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
  const forged = new URLSearchParams(off.search)
  forged.set('account', 'admin')
  expect((await post(`?${forged}`)).status).toBe(404)
  // The account may turn the mails on again itself.
  const on = wireMutation('settings.set', { key: 'notifications.watchedSearches', value: true })
  await pushAs(app, 'subscriber', on)
  expect((await post(off.search)).status).toBe(204)
  // The request is repeated, as by impatient readers.
  expect((await post(off.search)).status).toBe(204)
  await news('Read')
  await notify(at(9, 11))
  expect(await newMails()).toEqual([])
  const [setting] = await app.sql`select owner_id, value from user_settings`
  expect(setting).toEqual({ owner_id: 'subscriber', value: false })
})

it('the id of a team’s search opens exactly the people in its news', async () => {
  const team = await teamOf(app.sql, { id: 'subscriber' })
  const member = await newPerson(app, { tier: 'premium' })
  await memberIn(app.sql, team, member, 'viewer')
  const id = crypto.randomUUID()
  const search_params = { v: 2, specialty: 'Teamwide' }
  await pushAs(
    app,
    'subscriber',
    wireMutation('searches.create', { owner: team, id, name: 'Of the team', search_params }),
    wireMutation('watches.set', { team, search_id: id, cadence: 'at_once' }),
  )
  await subscribe()
  await news('Teamwide', 'Other')
  await notify(at(10, 14))
  const [{ payload } = { payload: null }] = pushed
  expect(payload).toEqual({ count: 1, id })
  const json = { news: { search_id: payload?.id } }
  const opened = async (response: Promise<Response>) => {
    const { data, news } = (await (await response).json()) as {
      data: { specialty: string }[]
      news: { name: string | null; team: string | null }
    }
    return { name: news.name, team: news.team, found: data.map(({ specialty }) => specialty) }
  }
  expect(await opened(app.request('/api/search', { json }))).toEqual({
    name: 'Of the team',
    team,
    found: ['Teamwide'],
  })
  // A member who does not watch the search has no news of it.
  expect(await opened(member.ask('POST', '/api/search', json))).toEqual({
    name: null,
    team: null,
    found: [],
  })
  // If an own search and a team's have the same id, the own one is selected.
  const own = { id, name: 'Of her own', search_params: { v: 2, specialty: 'Other' } }
  await keepFor(
    app,
    'subscriber',
    wireMutation('searches.create', own),
    wireMutation('watches.set', { search_id: id, cadence: 'daily' }),
  )
  expect(await opened(app.request('/api/search', { json }))).toMatchObject({
    name: 'Of her own',
    team: null,
  })
  await app.sql`update teams set closed_at = now() where id = ${team}`
})

it('who left the directory is counted among the news, and not who is only found no more', async () => {
  const id = await watch('Leaving', 'daily')
  await news('Leaving', 'Leaving', 'Leaving')
  await app.sql`update watches set read_at = found_at`
  const [left, gone] = await app.sql<{ id: string }[]>`
    select id from candidates where specialty = 'Leaving' order by ordinal`
  await app.sql`delete from candidates where id = ${left?.id ?? ''}`
  await app.sql`update candidates set specialty = 'Other' where id = ${gone?.id ?? ''}`
  await news('Leaving')
  const response = await app.request('/api/search', { json: { news: { search_id: id } } })
  const { data, newsKinds, news: summary } = (await response.json()) as SearchResponse
  expect(data).toHaveLength(2)
  expect(newsKinds).toEqual({
    [data[0]?.id ?? '']: ['new'],
    [gone?.id ?? '']: ['gone'],
  })
  const counts = { new: 1, moved: 0, gone: 2, verified: 0 }
  expect(summary).toMatchObject({ name: 'Leaving', counts, left: 1 })
})

it('an account whose plan is over is told nothing, and later nothing of meanwhile', async () => {
  const id = await watch('Lapsed', 'at_once')
  await watch('Lapsed daily', 'daily')
  await subscribe()
  await news('Lapsed', 'Lapsed daily')
  const plan = (status: string) =>
    app.sql`update entitlements set status = ${status} where owner_id = 'subscriber'`
  await plan('canceled')
  await notify(at(14, 11))
  await news('Lapsed', 'Lapsed daily')
  await notify(at(15, 11))
  expect([pushed, await newMails()]).toEqual([[], []])
  await plan('active')
  await notify(at(16, 11))
  expect(pushed.map(({ payload }) => payload)).toEqual([{ count: 1, id }])
  const [mail, ...more] = await newMails()
  expect(more).toEqual([])
  expect(mail?.text).toContain('Lapsed daily\u2069: 1 new since')
})

it('300 watches get words beyond the limit, and lose none', async () => {
  const searches = Array.from({ length: 300 }, (_, index) => ({
    id: crypto.randomUUID(),
    name: `Search ${index}`,
  }))
  const results: MutationResult[] = []
  for (let start = 0; start < searches.length; start += 50) {
    const mutations = searches
      .slice(start, start + 50)
      .flatMap(({ id, name }) => [
        wireMutation('searches.create', { id, name, search_params: {} }),
        wireMutation('watches.set', { search_id: id, cadence: 'daily' }),
      ])
    results.push(...(await pushAs(app, 'subscriber', ...mutations)))
  }
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(300 - WATCHES_MAX)
  expect(refused[0]).toMatchObject({
    code: 'quota_reached',
    data: { quota: 'watches', max: WATCHES_MAX },
  })
  expect(await app.sql`select 1 from watches`).toHaveLength(WATCHES_MAX)
  expect(await app.sql`select 1 from saved_searches`).toHaveLength(300)
})
