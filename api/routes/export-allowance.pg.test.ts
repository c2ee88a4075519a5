import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExportAllowance } from '#api/contract/export-allowance.ts'
import { mailExportAlerts } from '#api/services/export/allowance-alert.ts'
import { storedMails } from '#api/services/mail/stored-mail.ts'
import { anotherProcess } from '#tests/support/another-process.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { refusal, slowMailServer } from '#tests/support/mail-server.ts'
import { soon } from '#tests/support/soon.ts'

const PER_DAY = 20
const NOON = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`)
const EMAIL = 'exporter@clinidex.test'
const OPERATOR = 'operator@clinidex.test'
/**
 * The person has a personal e-mail, a work e-mail and a mobile phone; the last one has no contact.
 */
const [ZENOBIA = '', , , NAMELESS = ''] = KNOWN_PEOPLE.map(({ id }) => id)

let app: TestApp
let headers: Record<string, string>
/** People with a phone, and people with other contacts only. */
let phones: string[]
beforeAll(async () => {
  app = await testApp({ people: 400, env: { EXPORT_CONTACTS_PER_DAY: String(PER_DAY) } })
  headers = await app.asUser(EMAIL)
  await app.sql`
    insert into entitlements (user_id, tier, status)
    select id, 'premium', 'active' from users where email = ${EMAIL}`
  const rows = await app.sql<{ id: string }[]>`
    select candidate_id as id from candidate_contacts where kind = 'phone' order by 1 limit 40`
  phones = rows.map(({ id }) => id)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sql`delete from exported_contacts`
  // The day must not end during a test.
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
})
afterEach(() => vi.useRealTimers())

let networks = 0
async function runExport(candidateIds: string[], columns?: string[], as = headers) {
  // The rate limit per minute is not under test.
  await app.sql`delete from rate_limits`
  const json = { candidateIds, format: 'csv', source: 'search', columns }
  const network = `2001:db8:0:${(++networks).toString(16)}::1`
  const response = await app.request('/api/export', { as: 'session', headers: as, json, network })
  const text = await response.text()
  return {
    status: response.status,
    counts: ['Count', 'Contacts', 'Contacts-Left'].map((name) =>
      response.headers.get(`X-Export-${name}`),
    ),
    lines: text.trimEnd().split('\r\n').length,
    error: response.status === 200 ? undefined : JSON.parse(text).error,
  }
}
async function allowance(candidateIds: string[]): Promise<ExportAllowance> {
  const json = { candidateIds }
  const response = await app.request('/api/export/allowance', { as: 'session', headers, json })
  return (await response.json()) as ExportAllowance
}
const taken = async () => {
  const rows = await app.sql`select people from exported_contacts`
  return rows.map(({ people }) => people)
}
const alerts = async () =>
  (await storedMails(app.parts.env.DATA_DIR)).filter(({ to }) => to === OPERATOR)

describe('what counts to the day’s allowance', () => {
  it('EXPORT-* is people whose contact values are in the file, each once, in every file anew', async () => {
    const first = await runExport([ZENOBIA, NAMELESS, ZENOBIA])
    expect([first.status, first.counts]).toEqual([200, ['2', '1', String(PER_DAY - 1)]])
    expect((await runExport([ZENOBIA])).counts).toEqual(['1', '1', String(PER_DAY - 2)])
    expect(await taken()).toEqual([2])
  })

  it('is not people without a contact in the columns chosen', async () => {
    const [phone = ''] = phones
    await app.sql`delete from candidate_contacts where candidate_id = ${phone} and kind <> 'phone'`
    const columns = ['last_name', 'work_email', 'phone_verified']
    expect((await runExport([phone], columns)).counts).toEqual(['1', '0', String(PER_DAY)])
    expect((await runExport([phone], ['phone'])).counts).toEqual(['1', '1', String(PER_DAY - 1)])
  })

  it('is nothing of an export without contact columns, however large', async () => {
    const columns = ['last_name', 'npi', 'linkedin_url']
    for (let turn = 0; turn < 3; turn += 1) {
      const { status, counts } = await runExport(phones, columns)
      expect([status, counts]).toEqual([200, ['40', '0', String(PER_DAY)]])
    }
    expect(await taken()).toEqual([])
    await runExport([ZENOBIA])
    expect((await runExport(phones, columns)).counts).toEqual(['40', '0', String(PER_DAY - 1)])
  })
})

describe('an export over the allowance', () => {
  it('is refused whole, says how much is left and until when, and costs nothing', async () => {
    await runExport(phones.slice(0, 15))
    const { status, error } = await runExport(phones.slice(0, 6))
    expect([status, error]).toEqual([
      429,
      {
        code: 'budget_spent',
        message: 'This file would hold the contacts of 6 people, and 5 are left today.',
        data: {
          people: 6,
          left: 5,
          resetsAt: new Date(NOON.getTime() + 12 * 3_600_000).toISOString(),
        },
      },
    ])
    expect(await taken()).toEqual([15])
    const [log] = await app.sql`
      select count(*)::integer as logs from export_logs
      where owner_id = (select id from users where email = ${EMAIL})`
    const [trail] = await app.sql`
      select count(*)::integer as logs from audit_log where action = 'export'`
    expect(log).toEqual(trail)
    // Without the contact columns it succeeds, and so does a file within the allowance.
    expect((await runExport(phones, ['last_name'])).lines).toBe(41)
    expect((await runExport(phones.slice(0, 5))).counts).toEqual(['5', '5', '0'])
    expect((await runExport(phones.slice(0, 1))).status).toBe(429)
  })

  it('is refused when it is the first and larger than a day', async () => {
    expect((await runExport(phones.slice(0, PER_DAY + 1))).status).toBe(429)
    expect(await taken()).toEqual([])
    expect((await runExport(phones.slice(0, PER_DAY))).counts).toEqual(['20', '20', '0'])
  })

  it('cannot be had by asking many times at once, in two processes', async () => {
    const other = await anotherProcess(app)
    await app.sql`delete from rate_limits`
    const body = { candidateIds: phones.slice(0, 6), format: 'csv', source: 'search' }
    const here = () => app.request('/api/export', { as: 'session', headers, json: body })
    const there = () =>
      other.request('/api/export', {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    const statuses = await Promise.all(
      [here(), there(), here(), there(), here(), there(), here(), there()].map(async (asked) => {
        const response = await asked
        await response.text()
        return response.status
      }),
    )
    expect(statuses.sort()).toEqual([200, 200, 200, ...Array(5).fill(429)])
    expect(await taken()).toEqual([18])
    await other.close()
  })

  it('goes the next day, which begins at midnight UTC', async () => {
    await runExport(phones.slice(0, PER_DAY))
    const midnight = new Date(NOON.getTime() + 12 * 3_600_000)
    vi.setSystemTime(midnight.getTime() - 1)
    expect((await runExport([ZENOBIA])).status).toBe(429)
    vi.setSystemTime(midnight)
    expect((await runExport([ZENOBIA])).counts).toEqual(['1', '1', String(PER_DAY - 1)])
  })

  it('is one account’s matter, and of the shared demo account all sessions’ together', async () => {
    await runExport(phones.slice(0, PER_DAY))
    await app.sql`
      insert into demo_grants (user_id, feature_type) values ('demo', 'full_access')`
    const guests = [
      await app.asUser('demo@clinidex.test'),
      await app.asUser('demo@clinidex.test'),
    ] as const
    const half = phones.slice(0, PER_DAY / 2 + 1)
    expect((await runExport(half, undefined, guests[0])).status).toBe(200)
    expect((await runExport(half, undefined, guests[1])).status).toBe(429)
  })
})

describe('before an export', () => {
  it('the allowance says what is left, until when, and who of these has which contacts', async () => {
    await runExport([ZENOBIA])
    const asked = await allowance([ZENOBIA, ZENOBIA, NAMELESS, crypto.randomUUID()])
    expect(asked).toEqual({
      perDay: PER_DAY,
      left: PER_DAY - 1,
      resetsAt: new Date(NOON.getTime() + 12 * 3_600_000).toISOString(),
      holders: [{ kinds: expect.arrayContaining(['phone']), people: 1 }],
    })
  })
})

describe('the operators', () => {
  it('are told once a day of an account that used 80 % of it', async () => {
    const before = (await alerts()).length
    await runExport(phones.slice(0, PER_DAY * 0.8 - 1))
    await mailExportAlerts(app.parts)
    expect(await alerts()).toHaveLength(before)
    await runExport(phones.slice(0, 1))
    await soon(async () => expect(await alerts()).toHaveLength(before + 1))
    await runExport(phones.slice(0, 2))
    await Promise.all([mailExportAlerts(app.parts), mailExportAlerts(app.parts)])
    const mails = await alerts()
    expect(mails).toHaveLength(before + 1)
    const mail = mails.find(({ text }) => text.includes('16 people'))
    const day = NOON.toISOString().slice(0, 10)
    expect(mail?.subject).toBe(`Exports: ${EMAIL} used most of a day’s contacts`)
    expect(mail?.text).toContain(
      `${EMAIL} exported the contacts of 16 people on ${day} (UTC). An account may export those of 20 in a day`,
    )
  })

  it('are told once, also by a run that begins while another waits for the mail server', async () => {
    const before = (await alerts()).length
    const server = slowMailServer(app)
    await runExport(phones.slice(0, PER_DAY * 0.8))
    const run = mailExportAlerts(app.parts)
    await server.answers()
    await run
    expect(server.waitedFor()).toBe(1)
    await soon(async () => expect(await alerts()).toHaveLength(before + 1))
  })

  it('are told, too, where 80 % are no whole people', async () => {
    const before = (await alerts()).length
    await runExport(phones.slice(0, 4))
    const parts = { ...app.parts, env: { ...app.parts.env, EXPORT_CONTACTS_PER_DAY: 6 } }
    await mailExportAlerts(parts)
    expect(await alerts()).toHaveLength(before)
    await runExport(phones.slice(0, 1))
    await mailExportAlerts(parts)
    expect(await alerts()).toHaveLength(before + 1)
  })

  it('learn why they were not told, but not of whom', async () => {
    const send = vi.spyOn(app.parts.mailer, 'send').mockRejectedValue(refusal(EMAIL))
    expect((await runExport(phones.slice(0, PER_DAY))).status).toBe(200)
    await soon(() => expect(send).toHaveBeenCalled())
    await soon(() =>
      expect(mailExportAlerts(app.parts)).rejects.toEqual(
        new Error('1 export alerts could not be mailed (EENVELOPE 550).'),
      ),
    )
    send.mockRestore()
    await soon(() => mailExportAlerts(app.parts))
  })

  it('are told later where the mail server was away, and the export is none the worse', async () => {
    const send = vi.spyOn(app.parts.mailer, 'send').mockRejectedValue(new Error('away'))
    const before = (await alerts()).length
    expect((await runExport(phones.slice(0, PER_DAY))).status).toBe(200)
    await soon(() => expect(send).toHaveBeenCalled())
    send.mockRestore()
    await soon(async () => {
      await mailExportAlerts(app.parts)
      expect(await alerts()).toHaveLength(before + 1)
    })
  })
})
