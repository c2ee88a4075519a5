import { type APIRequestContext, expect } from 'playwright/test'
import { newAddress } from './mail.ts'

/** Sends a resume in, from a network of its own. @returns the address it names. */
export async function sendResume(
  request: APIRequestContext,
  person: { first_name: string; last_name: string },
): Promise<string> {
  const octet = () => Math.floor(Math.random() * 254) + 1
  const personal_email = newAddress()
  const answer = await request.post('/api/submissions', {
    headers: { 'X-Forwarded-For': `10.${octet()}.${octet()}.${octet()}` },
    data: {
      ...person,
      title: 'Cardiologist',
      organization: 'Larkspur Clinic',
      specialty: 'Cardiology',
      personal_email,
      phone: '5552550100',
      city: 'Reno',
      state: 'NV',
      country: 'United States',
      skills: ['ICU'],
      education: [{ school: 'Tufts University', degree: 'MD' }],
    },
  })
  expect(answer.status()).toBe(204)
  return personal_email
}
