import { type APIRequestContext, expect } from 'playwright/test'
import { linkMailedTo, newAddress } from './mail.ts'

interface Resume {
  first_name: string
  last_name: string
  personal_email?: string
  organization?: string
  phone?: string
}

/** Submits a resume, from a network address of its own, and confirms it. @returns its e-mail address. */
export async function sendResume(request: APIRequestContext, person: Resume): Promise<string> {
  const octet = () => Math.floor(Math.random() * 254) + 1
  const headers = { 'X-Forwarded-For': `10.${octet()}.${octet()}.${octet()}` }
  const personal_email = person.personal_email ?? newAddress()
  const answer = await request.post('/api/submissions', {
    headers,
    data: {
      title: 'Cardiologist',
      organization: 'Larkspur Clinic',
      specialty: 'Cardiology',
      phone: '5552550100',
      city: 'Reno',
      state: 'NV',
      country: 'United States',
      skills: ['ICU'],
      education: [{ school: 'Tufts University', degree: 'MD' }],
      ...person,
      personal_email,
    },
  })
  expect(answer.status()).toBe(204)
  const link = new URL(await linkMailedTo({ request }, personal_email))
  const data = { token: link.searchParams.get('token') }
  const confirmed = await request.post('/api/submissions/confirm', { headers, data })
  expect(confirmed.status()).toBe(204)
  return personal_email
}
