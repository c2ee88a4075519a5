import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SubmissionPage } from '#api/contract/admin-submissions.ts'
import { listSubmissions } from '#api/services/intake/submission-review.ts'
import { quotedSkills } from '#db/submission-text.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { held } from '#tests/support/held.ts'
import { decideResume, insertSubmission, listResumes, newSender } from '#tests/support/resumes.ts'

const NOBODY = '00000000-0000-4000-8000-00000000cafe'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 10 })
})
afterAll(() => app.close())
beforeEach(() => app.sql`delete from candidate_submissions`)

const submission = (changes?: object) => insertSubmission(app.sql, changes)

describe('a resume of a listed person', () => {
  /** A listed person with an address and a telephone number. */
  async function listed(personal_email: string, changes: object = {}): Promise<string> {
    const [row] = await app.sql<{ id: string }[]>`
      insert into candidates ${app.sql({
        ...{ first_name: 'Ada', last_name: 'Approvable', specialty: 'Cardiology', source: 'csv' },
        ...{ title: 'Cardiologist', organization: 'Old Clinic', city: 'Reno', state: 'NV' },
        ...{ country: 'United States', job_function: 'Physician', skills: ['ICU'], ...changes },
      })} returning id`
    const id = row?.id ?? ''
    const contacts = { personal_email, phone: '(555) 255-0199' }
    for (const [kind, value] of Object.entries(contacts)) {
      await app.sql`insert into candidate_contacts
        ${app.sql({ candidate_id: id, kind, value, source: 'csv', verified_at: new Date(0) })}`
    }
    return id
  }
  const contactsOf = (id: string) => app.sql`
    select kind, value, source, verified_at > to_timestamp(0) as is_fresh
    from candidate_contacts where candidate_id = ${id} order by kind`
  const OLD_PHONE = { kind: 'phone', value: '(555) 255-0199', source: 'csv', is_fresh: false }

  it('ADMIN-01 is shown as a change, field by field, and the listed contacts are not told', async () => {
    const personal_email = newSender()
    const ada = await listed(personal_email.toUpperCase(), { skills: ['ICU', 'Tele'] })
    const id = await submission({
      ...{ personal_email, last_name: 'approvable', title: 'Chief of Cardiology' },
      ...{ skills: quotedSkills(['ICU', 'Triage']), linkedin_url: 'https://linkedin.com/in/ada' },
      education: '[{"schoolName":"Tufts University","degrees":["MD"]}]',
    })
    const answer = await app.request('/api/admin/submissions', { as: 'admin' })
    const text = await answer.text()
    const page = JSON.parse(text) as SubmissionPage
    expect(page.data).toMatchObject([{ id }])
    expect(page.data[0]?.match).toEqual({
      candidate_id: ada,
      changes: [
        { field: 'last_name', from: 'Approvable', to: 'approvable' },
        { field: 'title', from: 'Cardiologist', to: 'Chief of Cardiology' },
        { field: 'organization', from: 'Old Clinic', to: 'Larkspur Clinic' },
        { field: 'linkedin_url', from: null, to: 'https://linkedin.com/in/ada' },
        { field: 'education', from: null, to: 'Tufts University, MD' },
        {
          ...{ field: 'skills', from: 'ICU, Tele', to: 'ICU, Triage' },
          items: { removed: ['Tele'], added: ['Triage'], kept: 1 },
        },
      ],
      unchanged: ['first_name', 'job_function', 'specialty', 'city', 'state', 'country'],
      contacts: [{ kind: 'phone', isListed: true }],
    })
    expect(text).not.toContain('255-0199')
  })

  it('ADMIN-01 is found with those of the whole page, in one query', async () => {
    const query = { status: 'pending', page: 1 } as const
    const people: Record<string, string> = {}
    let asked = 0
    const counted = new Proxy(app.sql, {
      apply(...call) {
        asked++
        return Reflect.apply(...call)
      },
    })
    const askedFor = async (resumes: number) => {
      for (let at = 0; at < resumes; at++) {
        const personal_email = newSender()
        const person = await listed(personal_email)
        people[await submission({ personal_email })] = person
      }
      asked = 0
      const { data } = await listSubmissions(counted, query)
      expect(Object.fromEntries(data.map(({ id, match }) => [id, match?.candidate_id]))).toEqual(
        people,
      )
      return asked
    }
    expect(await askedFor(1)).toBe(await askedFor(4))
  })

  it('ADMIN-13 is brought up to date, and no contact changes that the reviewer did not tick', async () => {
    const personal_email = newSender()
    const ada = await listed(personal_email)
    const id = await submission({ personal_email })
    expect((await decideResume(app, id, 'approve', { match: ada })).status).toBe(200)
    const rows = await app.sql`
      select organization, skills, source from candidates where id = ${ada}`
    expect(rows).toEqual([{ organization: 'Larkspur Clinic', skills: ['ICU'], source: 'csv' }])
    expect(await contactsOf(ada)).toEqual([
      { kind: 'personal_email', value: personal_email, source: 'csv', is_fresh: false },
      OLD_PHONE,
    ])
    expect((await listResumes(app, '?status=approved')).data).toMatchObject([
      { id, candidate_id: ada },
    ])
  })

  it('ADMIN-13 changes the contacts that are ticked: the address is proven, the telephone is not', async () => {
    const work = newSender()
    const ada = await listed(newSender())
    await app.sql`insert into candidate_contacts
      ${app.sql({ candidate_id: ada, kind: 'work_email', value: work, source: 'csv' })}`
    const id = await submission({ personal_email: work })
    const [shown] = (await listResumes(app)).data
    expect(shown?.match?.contacts).toEqual([
      { kind: 'personal_email', isListed: true },
      { kind: 'phone', isListed: true },
    ])
    const contacts = ['personal_email', 'phone']
    expect((await decideResume(app, id, 'approve', { match: ada, contacts })).status).toBe(200)
    const [email, phone] = await contactsOf(ada)
    expect(email).toEqual({
      ...{ kind: 'personal_email', value: work, source: 'submission', is_fresh: true },
    })
    expect(phone).toEqual({
      ...{ kind: 'phone', value: '(555) 255-0100', source: 'submission', is_fresh: null },
    })
    const [trace] = await app.sql`
      select details from audit_log where action = 'submission.approve' order by id desc limit 1`
    expect(trace?.details).toEqual({ candidate: ada, contacts })
  })

  it('a contact that is as it was keeps its source and its day, though it is ticked', async () => {
    const personal_email = newSender()
    const ada = await listed(personal_email)
    const id = await submission({ personal_email })
    const contacts = ['personal_email']
    expect((await decideResume(app, id, 'approve', { match: ada, contacts })).status).toBe(200)
    expect(await contactsOf(ada)).toEqual([
      { kind: 'personal_email', value: personal_email, source: 'csv', is_fresh: false },
      OLD_PHONE,
    ])
  })

  it('is not decided upon as another person’s than the reviewer was shown', async () => {
    const personal_email = newSender()
    const id = await submission({ personal_email })
    expect((await listResumes(app)).data[0]?.match).toBeNull()
    const ada = await listed(personal_email)
    for (const match of [null, NOBODY]) {
      const answer = await decideResume(app, id, 'approve', { match })
      expect([answer.status, await answer.json()]).toMatchObject([
        409,
        { error: { code: 'changed_elsewhere' } },
      ])
    }
    expect(await app.sql`select organization from candidates where id = ${ada}`).toEqual([
      { organization: 'Old Clinic' },
    ])
    expect((await decideResume(app, id, 'approve', { match: ada })).status).toBe(200)
  })

  it('ADMIN-13 is brought up to date while a device writes the person’s stage', async () => {
    const personal_email = newSender()
    const ada = await listed(personal_email)
    const id = await submission({ personal_email })
    const [list] = await app.sql<{ id: string }[]>`
      insert into lists (id, owner_id, name, created_at, updated_at)
      values (gen_random_uuid(), 'subscriber', 'A list', now(), now()) returning id`
    const of = { owner_id: 'subscriber', list_id: list?.id ?? '', candidate_id: ada }
    await app.sql`insert into list_members ${app.sql({ ...of, added_at: new Date() })}`
    let deciding: Promise<Response> | undefined
    await app.sql.begin(async (tx) => {
      // Of two transactions that wait for each other, the first to check is rolled back: not this
      // one.
      await tx`set local deadlock_timeout = '20s'`
      await tx`update list_members set stage = 'contacted' where candidate_id = ${ada}`
      deciding = decideResume(app, id, 'approve', { match: ada })
      await held(app.sql, deciding)
      const step = { ...of, id: randomUUID(), kind: 'stage', value: 'contacted' }
      await tx`
        insert into activities ${tx({ ...step, created_by: 'subscriber', created_at: new Date() })}`
    })
    expect((await deciding)?.status).toBe(200)
    const [member] = await app.sql`
      select stage, card ->> 'organization' as organization from list_members
      where candidate_id = ${ada}`
    expect(member).toEqual({ stage: 'contacted', organization: 'Larkspur Clinic' })
  })

  it('is a new person’s under another last name, though they share an address', async () => {
    const personal_email = newSender()
    const ada = await listed(personal_email, { last_name: 'Colleague' })
    const id = await submission({ personal_email })
    expect((await listResumes(app)).data[0]?.match).toBeNull()
    expect((await decideResume(app, id, 'approve', { match: null, contacts: [] })).status).toBe(200)
    const [approved] = (await listResumes(app, '?status=approved')).data
    expect(approved?.candidate_id).not.toBe(ada)
    expect(await contactsOf(approved?.candidate_id ?? '')).toHaveLength(2)
    expect(await contactsOf(ada)).toHaveLength(2)
  })

  it.each([{ contacts: ['work_email'] }, { contacts: 'phone' }, { match: 'ada' }, { fields: [] }])(
    'takes no decision like %o',
    async (more) => {
      expect((await decideResume(app, await submission(), 'approve', more)).status).toBe(400)
    },
  )
})
