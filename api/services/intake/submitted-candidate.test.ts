import { expect, it } from 'vitest'
import type { CandidateSubmissionRow } from '#db/schema/candidate-submissions.ts'
import { submittedPerson } from './submitted-candidate.ts'

const SUBMISSION: CandidateSubmissionRow = {
  ...{ id: crypto.randomUUID(), first_name: 'Ada', middle_name: null, last_name: 'Lin' },
  ...{ title: 'Cardiologist', organization: 'Clinic', specialty: 'Cardiology' },
  ...{ personal_email: 'ada@example.com', contact_email: 'ada@example.com' },
  ...{ phone: '555-255-0100', linkedin_url: '' },
  ...{ city: 'Reno', state: 'NV', country: 'United States', location: 'Reno, NV, United States' },
  ...{ skills: null, education: null, status: 'pending', created_at: new Date() },
  ...{ confirmed_at: null, token_hash: null, mailed_at: null, refused_at: null },
  ...{ approved_at: null, decided_by: null, candidate_id: null, expires_at: new Date() },
}

const functionOf = (specialty: string) => submittedPerson({ ...SUBMISSION, specialty }).job_function

it.each([
  ['Cardiology', 'Physician'],
  ['cardiology', 'Physician'],
  ['OBGYN', 'Physician'],
  ['Hospitalist', 'Physician'],
  ['Orthopedic Surgery', 'Physician'],
  ['Dentist', 'Dentistry'],
  ['Registered Nurse', 'Nursing'],
  ['Certified Registered Nurse Anesthetist', 'Advanced Practice'],
  ['Physical Therapist', 'Therapy & Rehabilitation'],
  ['Clinical Social Worker', 'Behavioral Health'],
])('RESUME-02 the choice %s is of the job function %s', (specialty, jobFunction) => {
  expect(functionOf(specialty)).toBe(jobFunction)
})

it('RESUME-03 a text of which no specialty is known has no job function', () => {
  expect(functionOf('Astrology')).toBeNull()
})

it('a specialty of several job functions has none', () => {
  expect(functionOf('Behavioral Health')).toBeNull()
})

it.each([
  ['USA', 'United States'],
  ['CA', 'Canada'],
  ['Ruritania', 'Ruritania'],
])('a country written %s is %s', (country, name) => {
  expect(submittedPerson({ ...SUBMISSION, country }).country).toBe(name)
})
