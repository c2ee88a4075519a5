import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AdminFigures } from '#api/contract/admin-figures.ts'
import type { Candidate } from '#api/contract/candidates.ts'
import { purgeSubmissions } from '#api/services/intake/submissions.ts'
import { quotedSkills } from '#db/submission-text.ts'
import { suppressPeople } from '#db/suppression.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { decideResume, insertSubmission, listResumes, newSender } from '#tests/support/resumes.ts'
import { soon } from '#tests/support/soon.ts'

const NOBODY = '00000000-0000-4000-8000-00000000cafe'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 10 })
})
afterAll(() => app.close())
beforeEach(() => app.sql`delete from candidate_submissions`)

const submission = (changes?: object) => insertSubmission(app.sql, changes)
const people = async (query: string) => {
  const json = { filters: { query }, page: 1, limit: 25 }
  const answer = await app.request('/api/search', { json })
  return ((await answer.json()) as { data: Candidate[] }).data
}

describe('listing', () => {
  it('ADMIN-01 ADMIN-09 shows the resumes of a status with what decides on them', async () => {
    const id = await submission({ skills: quotedSkills(['ICU']) })
    await submission({ status: 'rejected', approved_at: new Date() })
    expect(await listResumes(app)).toMatchObject({
      count: 1,
      totalPages: 1,
      data: [
        {
          id,
          first_name: 'Ada',
          last_name: 'Approvable',
          title: 'Cardiologist',
          personal_email: expect.stringContaining('@example.com'),
          organization: 'Larkspur Clinic',
          location: 'Reno, Nevada, United States',
          specialty: 'Cardiology',
          created_at: expect.stringMatching(/^\d{4}-/),
          approved_at: null,
          skills: ['ICU'],
          match: null,
        },
      ],
    })
    expect((await listResumes(app, '?status=rejected')).count).toBe(1)
    expect((await listResumes(app, '?status=approved')).data).toEqual([])
  })

  it('ADMIN-09 the newest stand first, those decided upon by the day of the decision', async () => {
    const day = (of: number) => new Date(Date.UTC(2026, 10, of))
    const sent = async (of: number, more: object = {}) =>
      submission({ created_at: day(of), ...more })
    const waiting = [await sent(3), await sent(1), await sent(2)]
    expect((await listResumes(app)).data.map(({ id }) => id)).toEqual(
      [0, 2, 1].map((at) => waiting[at]),
    )
    const rejected = (of: number) => ({ status: 'rejected', approved_at: day(of) })
    const [late, early] = [await sent(1, rejected(9)), await sent(2, rejected(8))]
    expect((await listResumes(app, '?status=rejected')).data.map(({ id }) => id)).toEqual([
      late,
      early,
    ])
  })

  it('ADMIN-10 has 25 on a page', async () => {
    for (let i = 0; i < 26; i++) await submission()
    const [first, second] = [await listResumes(app), await listResumes(app, '?page=2')]
    expect([first.data.length, first.totalPages, second.data.length]).toEqual([25, 2, 1])
    expect(first.data.some(({ id }) => id === second.data[0]?.id)).toBe(false)
  })

  it.each(['?status=lost', '?page=0', '?page=x'])('refuses %s', async (query) => {
    const answer = await app.request(`/api/admin/submissions${query}`, { as: 'admin' })
    expect(answer.status).toBe(400)
  })
})

describe('approving', () => {
  it('ADMIN-13 DATA-06 makes a candidate whom a search finds within 2 s, with contacts, skills and education', async () => {
    const last_name = `Approvable${randomUUID().slice(0, 8)}`
    const personal_email = newSender()
    const id = await submission({
      last_name,
      personal_email,
      specialty: 'Anesthesiology',
      // The country is written as people write it.
      country: 'USA',
      linkedin_url: 'https://linkedin.com/in/ada',
      skills: quotedSkills(["Children's health", 'ICU']),
      education: '[{"schoolName":"Tufts University","degrees":["MD"]}]',
    })
    const answer = await decideResume(app, id, 'approve')
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'Resume approved.' }])
    const found = await soon(async () => {
      const [hit] = await people(last_name)
      if (!hit) throw new Error('not found yet')
      return hit
    })
    expect(found).toMatchObject({
      first_name: 'Ada',
      last_name,
      title: 'Cardiologist',
      job_function: 'Physician',
      specialty: 'Anesthesiology',
      organization: 'Larkspur Clinic',
      city: 'Reno',
      state: 'NV',
      country: 'United States',
      linkedin_url: 'https://linkedin.com/in/ada',
      skills: ["Children's health", 'ICU'],
      education: [{ school: 'Tufts University', degree: 'MD', year: null }],
      source: 'submission',
    })
    const reveal = await app.request(`/api/candidates/${found.id}/contact`, { json: {} })
    expect(await reveal.json()).toMatchObject({
      contacts: expect.arrayContaining([
        expect.objectContaining({ kind: 'personal_email', value: personal_email }),
        expect.objectContaining({ kind: 'phone', value: '(555) 255-0100' }),
      ]),
    })
    expect((await listResumes(app, '?status=approved')).data).toMatchObject([
      { id, candidate_id: found.id, approved_at: expect.stringMatching(/^\d{4}-/) },
    ])
  })

  it('refuses a person who had themselves removed meanwhile, and keeps nothing of them', async () => {
    const personal_email = newSender()
    const id = await submission({ personal_email })
    const said = { emails: [personal_email] }
    await app.sql.begin((tx) => suppressPeople(tx, app.parts.suppressionKey, [], said))
    expect((await decideResume(app, id, 'approve')).status).toBe(409)
    expect(await app.sql`select from candidate_submissions where id = ${id}`).toHaveLength(0)
    expect(
      await app.sql`select from candidate_contacts where value = ${personal_email}`,
    ).toHaveLength(0)
  })

  it('two administrators at once make one candidate', async () => {
    const personal_email = newSender()
    const id = await submission({ personal_email })
    // Both decisions are under way before either can continue.
    const held = await app.sql.reserve()
    await held`begin`
    await held`select from candidate_submissions where id = ${id} for update`
    const both = Promise.all([decideResume(app, id, 'approve'), decideResume(app, id, 'approve')])
    try {
      await soon(async () =>
        expect(
          await app.sql`
            select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        ).toHaveLength(2),
      )
    } finally {
      await held`commit`
      held.release()
    }
    const answers = await both
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(
      await app.sql`select from candidate_contacts where value = ${personal_email}`,
    ).toHaveLength(1)
  })
})

it('two resumes of one new person, approved at once, make one candidate', async () => {
  const personal_email = newSender()
  const ids = [await submission({ personal_email }), await submission({ personal_email })]
  // Both have read their resume, and neither has yet looked the listed person up.
  const held = await app.sql.reserve()
  await held`begin`
  await held`lock table candidates in access exclusive mode`
  const both = Promise.all(ids.map((id) => decideResume(app, id, 'approve')))
  try {
    await soon(async () =>
      expect(
        await app.sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and pid <> pg_backend_pid()`,
      ).toHaveLength(2),
    )
  } finally {
    await held`commit`
    held.release()
  }
  expect((await both).map(({ status }) => status)).toEqual([200, 200])
  expect(
    await app.sql`
      select distinct candidate_id from candidate_contacts where value = ${personal_email}`,
  ).toHaveLength(1)
})

it('ADMIN-02 ADMIN-12 a rejected one moves to Rejected with its day, and becomes nobody', async () => {
  const id = await submission()
  const answer = await decideResume(app, id, 'reject')
  expect([answer.status, await answer.json()]).toEqual([200, { message: 'Resume rejected.' }])
  expect((await listResumes(app)).data).toEqual([])
  expect((await listResumes(app, '?status=rejected')).data).toMatchObject([
    { id, candidate_id: null, approved_at: expect.stringMatching(/^\d{4}-/) },
  ])
  expect((await decideResume(app, id, 'approve')).status).toBe(409)
  const [trace] = await app.sql`
    select actor_id, action, subject_id from audit_log order by id desc limit 1`
  expect(trace).toEqual({ actor_id: 'admin', action: 'submission.reject', subject_id: id })
})

it('a rejection is undone by who made it: the resume is pending again, and can be approved', async () => {
  const id = await submission()
  const undo = () =>
    app.request(`/api/admin/submissions/${id}/decision`, { as: 'admin', method: 'DELETE' })
  expect((await undo()).status).toBe(409)
  await decideResume(app, id, 'reject')
  await app.sql`update candidate_submissions set decided_by = 'subscriber' where id = ${id}`
  expect((await undo()).status).toBe(409)
  await app.sql`update candidate_submissions set decided_by = 'admin' where id = ${id}`
  expect((await undo()).status).toBe(204)
  expect((await listResumes(app)).data).toMatchObject([{ id, approved_at: null }])
  const [trace] = await app.sql`
    select actor_id, action, subject_id from audit_log order by id desc limit 1`
  expect(trace).toEqual({ actor_id: 'admin', action: 'submission.reopen', subject_id: id })
  expect((await decideResume(app, id, 'approve')).status).toBe(200)
  // The person is in the directory, which only a removal changes.
  expect((await undo()).status).toBe(409)
})

describe('a rejected resume', () => {
  const undo = (id: string) =>
    app.request(`/api/admin/submissions/${id}/decision`, { as: 'admin', method: 'DELETE' })
  const decided = async (status: string, age: string) => {
    const id = await submission({ status, approved_at: new Date(), decided_by: 'admin' })
    await app.sql`
      update candidate_submissions
      set approved_at = now() - ${age}::text::interval,
        confirmed_at = now() - ${age}::text::interval - interval '1 hour'
      where id = ${id}`
    return id
  }
  const listed = async (status: string) => {
    const { data, count } = await listResumes(app, `?status=${status}`)
    expect(count).toBe(data.length)
    return data.map(({ id }) => id)
  }
  beforeEach(() => app.sql`delete from former_decisions`)

  it('ADMIN-12 is deleted 90 days after the decision, and can be undone until then', async () => {
    const due = await decided('rejected', '90 days 1 minute')
    const later = await decided('rejected', '89 days 23 hours 59 minutes')
    const approved = await decided('approved', '91 days')
    const pending = await submission({ created_at: new Date(Date.now() - 91 * 86_400_000) })
    await purgeSubmissions(app.parts)
    expect([await listed('rejected'), await listed('approved'), await listed('pending')]).toEqual([
      [later],
      [approved],
      [pending],
    ])
    expect((await undo(due)).status).toBe(409)
    expect((await undo(later)).status).toBe(204)
    await purgeSubmissions(app.parts)
    expect((await listed('pending')).sort()).toEqual([later, pending].sort())
  })

  it('goes in batches, and its decision is still counted', async () => {
    await decided('rejected', '91 days')
    const columns = app.sql`
      first_name, last_name, title, organization, specialty, personal_email, phone, city, state,
      country, linkedin_url, status, approved_at, confirmed_at`
    await app.sql`
      insert into candidate_submissions (${columns})
      select ${columns} from candidate_submissions, generate_series(1, 2500)`
    const figures = async () => {
      const to = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10)
      const answer = await app.request(`/api/admin/figures?days=7&to=${to}`, { as: 'admin' })
      const { series } = (await answer.json()) as AdminFigures
      return [series.decisions, series.decision_seconds]
    }
    const before = await figures()
    expect(before).toMatchObject([{ total: 2501 }, { total: 3600 }])
    await purgeSubmissions(app.parts)
    expect(await listed('rejected')).toEqual([])
    expect(await figures()).toEqual(before)
  })

  it('whose rejection is being undone stays', async () => {
    const id = await decided('rejected', '91 days')
    await app.sql.begin(async (tx) => {
      await tx`
        update candidate_submissions set status = 'pending', approved_at = null where id = ${id}`
      await purgeSubmissions(app.parts)
    })
    expect(await listed('pending')).toEqual([id])
    expect(await app.sql`select from former_decisions`).toHaveLength(0)
  })
})

it('refuses what is no decision, and what there is not', async () => {
  const id = await submission()
  expect((await decideResume(app, id, 'forget')).status).toBe(400)
  expect((await decideResume(app, 'no-id', 'approve')).status).toBe(400)
  expect((await decideResume(app, NOBODY, 'approve')).status).toBe(404)
})

it('ADMIN-08 counts users, active and paid subscriptions, and exported people', async () => {
  await app.sql`delete from entitlements`
  await app.sql`
    insert into entitlements (user_id, tier, status, plan_name) values
      ('free', 'basic', 'active', 'Free'), ('demo', 'free', 'none', null),
      ('subscriber', 'premium', 'active', 'Annual Plan'), ('admin', 'basic', 'canceled', 'Monthly Plan')`
  await app.sql`
    insert into export_logs (owner_id, export_count, format, file_name, columns)
    values ('subscriber', 3, 'csv', 'a.csv', '{}'), ('admin', 4, 'csv', 'b.csv', '{}')`
  const answer = await app.request('/api/admin/statistics', { as: 'admin' })
  expect(await answer.json()).toEqual({
    total_users: 4,
    active_subscriptions: 2,
    paid_subscriptions: 1,
    total_exports: 7,
  })
})
