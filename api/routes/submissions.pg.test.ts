import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { suppress } from '../../db/suppression.ts'
import { type TestApp, testApp } from '../../tests/support/app.ts'

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

it('keeps nothing of somebody who was removed, by address or telephone, and says no different', async () => {
  const personal_email = newAddress()
  const removed = { emails: [personal_email], phones: ['(555) 555-0188'] }
  await suppress(app.sql, app.parts.suppressionKey, removed)
  const other = newAddress()
  const answers = [
    await send({ personal_email: personal_email.toUpperCase() }),
    await send({ personal_email: other, phone: '+1 555 555 0188' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  expect(
    await app.sql`
      select from candidate_submissions
      where lower(personal_email) in (${personal_email}, ${other})`,
  ).toHaveLength(0)
})

it('takes ten resumes an hour of one network', async () => {
  const statuses = []
  for (let i = 0; i < 11; i++) {
    statuses.push((await send({ personal_email: newAddress() }, '203.0.113.92')).status)
  }
  expect(statuses.slice(-2)).toEqual([204, 429])
})
