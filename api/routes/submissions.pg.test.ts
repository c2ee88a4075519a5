import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SubmissionPage } from '#api/contract/admin-submissions.ts'
import { submission } from '#api/contract/submissions.ts'
import { purgeSubmissions, storeSubmission } from '#api/services/intake/submissions.ts'
import { storedMails } from '#api/services/mail/stored-mail.ts'
import { suppressPeople } from '#db/suppression.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { linkIn, mailTo } from '#tests/support/cookie-jar.ts'
import { refusal, slowMailServer } from '#tests/support/mail-server.ts'
import { insertSubmission, sendResume } from '#tests/support/resumes.ts'
import { soon } from '#tests/support/soon.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0 })
})
afterAll(() => app.close())

const newAddress = () => `ada.${randomUUID()}@example.com`
const RESUME = {
  first_name: ' Ada ',
  last_name: 'Sender',
  title: 'Cardiologist',
  organization: 'Larkspur Clinic',
  specialty: 'Cardiology',
  phone: '5555550100',
  city: 'Reno',
  state: 'NV',
  country: 'United States',
}

let networks = 0
const send = (json: object, network = `2001:db8:0:${(++networks).toString(16)}::1`) =>
  app.request('/api/submissions', { as: 'visitor', json: { ...RESUME, ...json }, network })
const kept = (email: string) =>
  app.sql`select * from candidate_submissions where personal_email = ${email}`

it('RESUME-12 keeps what was sent as pending, the address twice and the place joined', async () => {
  const personal_email = newAddress()
  expect((await send({ personal_email, middle_name: ' ' })).status).toBe(204)
  expect(await kept(personal_email)).toMatchObject([
    {
      ...RESUME,
      first_name: 'Ada',
      middle_name: null,
      personal_email,
      contact_email: personal_email,
      location: 'Reno, NV, United States',
      linkedin_url: '',
      education: null,
      skills: null,
      status: 'pending',
      approved_at: null,
      candidate_id: null,
    },
  ])
})

it('keeps a copied resume without its invisible characters', async () => {
  const personal_email = newAddress()
  const last_name = '\u202aSen\u00adder\u202c'
  await send({ personal_email, last_name, skills: ['\ufeffICU\u200b'], city: ' Re\u2060no ' })
  expect(await kept(personal_email)).toMatchObject([
    { last_name: 'Sender', skills: "'ICU'", city: 'Reno' },
  ])
  expect((await send({ personal_email, title: '\u200b' })).status).toBe(400)
})

it('RESUME-08 RESUME-13 keeps lists as text and completes a LinkedIn address', async () => {
  const personal_email = newAddress()
  await send({
    personal_email,
    middle_name: 'B.',
    linkedin_url: 'linkedin.com/in/ada',
    education: [{ school: 'Tufts University', degree: 'MD' }],
    skills: ['ICU', 'Wound care'],
  })
  expect(await kept(personal_email)).toMatchObject([
    {
      middle_name: 'B.',
      linkedin_url: 'https://linkedin.com/in/ada',
      education: '[{"schoolName":"Tufts University","degrees":["MD"]}]',
      skills: "'ICU' 'Wound care'",
    },
  ])
})

it.each([
  ...['first_name', 'last_name', 'title', 'organization', 'specialty'].map((name) => ({
    [name]: '  ',
  })),
  ...['city', 'state', 'country'].map((name) => ({ [name]: '' })),
  { personal_email: 'ada@example' },
  { phone: '555550100' },
  { linkedin_url: 'not an address' },
  { education: [{ school: 'Tufts', degree: ' ' }] },
  { skills: [' '] },
  { skills: Array.from({ length: 51 }, (_, i) => `skill ${i}`) },
  { city: 'a\u0000b' },
  { status: 'approved' },
])('RESUME-05 RESUME-06 RESUME-07 refuses %o', async (change) => {
  const personal_email = newAddress()
  expect((await send({ personal_email, ...change })).status).toBe(400)
  expect(await kept(personal_email)).toHaveLength(0)
})

it('keeps nothing of a person who was removed, by address or telephone, and says no different', async () => {
  const [removed, other] = [newAddress(), newAddress()]
  const marks = { emails: [removed], phones: ['(555) 555-0188'] }
  await app.sql.begin((tx) => suppressPeople(tx, app.parts.suppressionKey, [], marks))
  expect((await send({ personal_email: removed.toUpperCase() })).status).toBe(204)
  await soon(async () => expect(await kept(removed.toUpperCase())).toHaveLength(0))
  // A number's owner is unproven: a missing mail must not tell a stranger that it was removed.
  const phone = '+1 555 555 0188'
  const resume = await sendResume(app, { personal_email: other, phone })
  await resume.confirm()
  expect(await kept(other)).toHaveLength(0)
  const mails = await storedMails(app.parts.env.DATA_DIR)
  expect(mails.filter(({ to }) => to.toLowerCase() === removed)).toHaveLength(0)
})

describe('confirming', () => {
  const inQueue = async (email: string) => {
    const answer = await app.request('/api/admin/submissions', { as: 'admin' })
    const { data, count } = (await answer.json()) as SubmissionPage
    const found = data.filter(({ personal_email }) => personal_email === email)
    expect(count).toBeGreaterThanOrEqual(found.length)
    return found.length
  }
  const confirm = (token: string, network = `2001:db8:3:${(++networks).toString(16)}::1`) =>
    app.request('/api/submissions/confirm', { as: 'visitor', json: { token }, network })
  const tokenOf = async (email: string) => {
    const link = linkIn(await mailTo(app, email, /Confirm your resume/))
    expect(link).toMatch(/^\/confirm-submission\?token=[\w-]{43}$/)
    return link.split('token=')[1] ?? ''
  }

  it('RESUME-12 ADMIN-01 reviewers see a resume once its address was proven, by a link that works once', async () => {
    const personal_email = newAddress()
    await send({ personal_email })
    const token = await tokenOf(personal_email)
    const [row] = await app.sql`
      select status, confirmed_at, token_hash = sha256(convert_to(${token}, 'utf8')) as is_hash,
        expires_at = created_at + interval '7 days' as is_for_a_week,
        position(${token} in candidate_submissions::text) as at
      from candidate_submissions where personal_email = ${personal_email}`
    expect(row).toEqual({
      ...{ status: 'pending', confirmed_at: null, is_hash: true, is_for_a_week: true, at: 0 },
    })
    expect(await inQueue(personal_email)).toBe(0)
    const statuses = (await Promise.all([confirm(token), confirm(token)])).map((r) => r.status)
    expect(statuses.sort()).toEqual([204, 404])
    expect(await inQueue(personal_email)).toBe(1)
    expect((await confirm(token)).status).toBe(404)
  })

  it('ADMIN-02 nobody decides on one before', async () => {
    const personal_email = newAddress()
    await send({ personal_email })
    await tokenOf(personal_email)
    const [row] = await kept(personal_email)
    const json = { action: 'approve' }
    const path = `/api/admin/submissions/${row?.id}/decision`
    expect((await app.request(path, { as: 'admin', json })).status).toBe(404)
    const listed = await app.sql`select from candidate_contacts where value = ${personal_email}`
    expect(listed).toHaveLength(0)
  })

  it('refuses a token that is unknown, malformed or a week old, and forgets the resume then', async () => {
    const personal_email = newAddress()
    await send({ personal_email })
    const token = await tokenOf(personal_email)
    await app.sql`
      update candidate_submissions set expires_at = now() where personal_email = ${personal_email}`
    expect((await confirm(token)).status).toBe(404)
    expect((await confirm('x'.repeat(43))).status).toBe(404)
    expect((await confirm('short')).status).toBe(400)
    const confirmed = await sendResume(app, { personal_email: newAddress() })
    await confirmed.confirm()
    await app.sql`update candidate_submissions set expires_at = now() where id = ${confirmed.id}`
    await purgeSubmissions(app.parts)
    expect(await kept(personal_email)).toHaveLength(0)
    expect(
      await app.sql`select from candidate_submissions where id = ${confirmed.id}`,
    ).toHaveLength(1)
  })

  it('mails what the mail server did not take an hour later, and one refused address holds up no other', async () => {
    const [refused, other] = [newAddress(), newAddress()]
    const { mailer } = app.parts
    const real = mailer.send
    const send451 = vi.spyOn(mailer, 'send').mockImplementation(async (mail) => {
      if (mail.to === refused) throw refusal(refused, 451)
      await real(mail)
    })
    await send({ personal_email: refused })
    await send({ personal_email: other })
    await tokenOf(other)
    // The request's own mailing may still be retrying the refused resume and hold its lock.
    await soon(() =>
      expect(purgeSubmissions(app.parts)).rejects.toThrow(
        /^1 links to confirm a resume could not be mailed \(EENVELOPE 451\)\.$/,
      ),
    )
    send451.mockRestore()
    await purgeSubmissions(app.parts)
    expect((await confirm(await tokenOf(refused))).status).toBe(204)
  })

  it('tries an address that the mail server refuses for good once a day, with all its resumes', async () => {
    const personal_email = newAddress()
    const { mailer } = app.parts
    const real = mailer.send
    let tries = 0
    const refusing = vi.spyOn(mailer, 'send').mockImplementation(async (mail) => {
      if (mail.to.toLowerCase() !== personal_email) return real(mail)
      tries += 1
      throw refusal(personal_email)
    })
    const aDayPasses = () => app.sql`
      update candidate_submissions set refused_at = refused_at - interval '1 day'
      where lower(personal_email) = ${personal_email}`
    await send({ personal_email })
    await soon(async () =>
      expect(await kept(personal_email)).toMatchObject([{ refused_at: expect.any(Date) }]),
    )
    const another = { personal_email: personal_email.toUpperCase(), confirmed_at: null }
    await insertSubmission(app.sql, another)
    await purgeSubmissions(app.parts)
    expect(tries).toBe(1)
    await aDayPasses()
    await expect(purgeSubmissions(app.parts)).rejects.toThrow(
      '1 links to confirm a resume could not be mailed (EENVELOPE 550).',
    )
    expect(tries).toBe(2)
    refusing.mockRestore()
    await aDayPasses()
    await purgeSubmissions(app.parts)
    expect((await confirm(await tokenOf(personal_email))).status).toBe(204)
  })

  it('knows the link of a mail that is followed before the mail server has answered', async () => {
    const personal_email = newAddress()
    const { mailer } = app.parts
    let following: ReturnType<typeof confirm> | undefined
    const sending = vi.spyOn(mailer, 'send').mockImplementation(async ({ text }) => {
      following ??= confirm(/token=([\w-]{43})/.exec(text)?.[1] ?? '')
      await soon(async () =>
        expect(
          await app.sql`
            select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        ).toHaveLength(1),
      )
    })
    await send({ personal_email })
    await soon(() => expect(following).toBeDefined())
    expect((await following)?.status).toBe(204)
    sending.mockRestore()
    expect(await inQueue(personal_email)).toBe(1)
  })

  it('waits for a mail server that hangs once, however many send a resume meanwhile', async () => {
    const server = slowMailServer(app)
    const addresses = Array.from({ length: 4 }, newAddress)
    for (const personal_email of addresses) await send({ personal_email })
    await server.answers()
    for (const address of addresses)
      expect((await confirm(await tokenOf(address))).status).toBe(204)
    expect(server.waitedFor()).toBe(1)
  })

  it('mails each link once, however many processes mail at once', async () => {
    const addresses = Array.from({ length: 5 }, newAddress)
    const real = app.parts.mailer.send
    const sent: string[] = []
    const counting = vi.spyOn(app.parts.mailer, 'send').mockImplementation(async (mail) => {
      sent.push(mail.to)
      await real(mail)
    })
    for (const personal_email of addresses) {
      await app.sql`insert into candidate_submissions ${app.sql({
        ...{ ...RESUME, first_name: 'Ada', personal_email, linkedin_url: '' },
      })}`
    }
    await Promise.all(Array.from({ length: 4 }, () => purgeSubmissions(app.parts)))
    counting.mockRestore()
    expect(sent.filter((to) => addresses.includes(to)).sort()).toEqual(addresses.toSorted())
    for (const address of addresses) {
      expect((await confirm(await tokenOf(address))).status).toBe(204)
    }
  })

  it('writes to an address three times a day, quotes nothing of the resume, and says no different of the fourth', async () => {
    const personal_email = newAddress()
    const statuses = []
    for (const spelling of [personal_email, personal_email.toUpperCase(), personal_email]) {
      statuses.push((await send({ personal_email: spelling, title: 'Visit evil.example' })).status)
    }
    statuses.push((await send({ personal_email })).status)
    expect(statuses).toEqual([204, 204, 204, 204])
    const mails = await soon(async () => {
      const found = await storedMails(app.parts.env.DATA_DIR)
      const sent = found.filter(({ to }) => to.toLowerCase() === personal_email)
      expect(sent).toHaveLength(3)
      return sent
    })
    expect(mails.map(({ text }) => text).join()).not.toMatch(/evil|Sender|Larkspur/)
  })

  it('mails the newest resume of an address first, and keeps the newest twenty that wait', async () => {
    // The test has its own database: links of earlier tests may still be being mailed in the other
    // one.
    const own = await testApp({ people: 0 })
    const personal_email = newAddress()
    const titleOf = (n: number) => `Resume ${n}`
    for (let n = 1; n <= 21; n += 1) {
      const resume = submission.parse({ ...RESUME, personal_email, title: titleOf(n) })
      await storeSubmission(own.parts.sql, resume)
    }
    await purgeSubmissions(own.parts)
    const rows = await own.sql<{ title: string; is_mailed: boolean }[]>`
      select title, mailed_at is not null as is_mailed from candidate_submissions
      where personal_email = ${personal_email} order by created_at desc`
    expect(rows.map(({ title }) => title)).toEqual(
      Array.from({ length: 20 }, (_, index) => titleOf(21 - index)),
    )
    expect(rows.filter(({ is_mailed }) => is_mailed).map(({ title }) => title)).toEqual(
      [21, 20, 19].map(titleOf),
    )
    await own.close()
  })

  it('takes thirty clicks an hour of one network', async () => {
    const statuses = []
    for (let i = 0; i < 31; i++)
      statuses.push((await confirm('x'.repeat(43), '203.0.113.93')).status)
    expect(statuses.slice(-2)).toEqual([404, 429])
  })
})

it('takes ten resumes an hour of one network', async () => {
  const statuses = []
  for (let i = 0; i < 11; i++) {
    statuses.push((await send({ personal_email: newAddress() }, '203.0.113.92')).status)
  }
  expect(statuses.slice(-2)).toEqual([204, 429])
})
