import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { SubmissionPage } from '#api/contract/admin-submissions.ts'
import type { SubmissionBody } from '#api/contract/submissions.ts'
import type { Sql } from '#db/client.ts'
import type { TestApp } from './app.ts'
import { linkIn, mailTo } from './cookie-jar.ts'

let networks = 0
const newNetwork = () => `2001:db8:2:${(++networks).toString(16)}::1`

/** The default resume. */
const RESUME = {
  first_name: 'Ada',
  last_name: 'Sender',
  title: 'Cardiologist',
  organization: 'Larkspur Clinic',
  specialty: 'Cardiology',
  phone: '5555550100',
  city: 'Reno',
  state: 'NV',
  country: 'United States',
} satisfies Partial<SubmissionBody>

/** Submits a resume as a visitor. `confirm` follows the mailed link and clicks there. */
export async function sendResume(
  app: TestApp,
  said: Partial<SubmissionBody> & { personal_email: string },
): Promise<{ id: string; confirm(): Promise<void> }> {
  const post = async (path: string, json: object) =>
    (await app.request(path, { as: 'visitor', json, network: newNetwork() })).status
  expect(await post('/api/submissions', { ...RESUME, ...said })).toBe(204)
  const link = linkIn(await mailTo(app, said.personal_email, /Confirm your resume/))
  const [row] = await app.sql<{ id: string }[]>`
    select id from candidate_submissions where personal_email = ${said.personal_email}
    order by created_at desc limit 1`
  return {
    id: row?.id ?? '',
    async confirm() {
      const token = new URL(link, 'http://x').searchParams.get('token')
      expect(await post('/api/submissions/confirm', { token })).toBe(204)
    },
  }
}

/** A new address that no other test uses. */
export const newSender = () => `ada.${randomUUID()}@example.com`

/** Inserts a resume whose address is confirmed. @returns its id. */
export async function insertSubmission(sql: Sql, changes: object = {}): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into candidate_submissions ${sql({
      first_name: 'Ada',
      last_name: 'Approvable',
      title: 'Cardiologist',
      organization: 'Larkspur Clinic',
      specialty: 'Cardiology',
      personal_email: newSender(),
      phone: '5552550100',
      city: 'Reno',
      state: 'Nevada',
      country: 'United States',
      linkedin_url: '',
      confirmed_at: new Date(),
      ...changes,
    })} returning id`
  return row?.id ?? ''
}

/** The resumes that a reviewer is shown. */
export async function listResumes(app: TestApp, query = ''): Promise<SubmissionPage> {
  const response = await app.request(`/api/admin/submissions${query}`, { as: 'admin' })
  expect(response.status).toBe(200)
  return (await response.json()) as SubmissionPage
}

/** A reviewer's decision on a resume. */
export const decideResume = (app: TestApp, id: string, action: string, more: object = {}) =>
  app.request(`/api/admin/submissions/${id}/decision`, { as: 'admin', json: { action, ...more } })
