import { expect, it } from 'vitest'
import {
  BLANK_RESUME,
  checkEducation,
  checkResume,
  OTHER,
  resumeOf,
  specialtyChoices,
  withEducation,
  withSkill,
} from './resume-rules.ts'

const RESUME = {
  ...BLANK_RESUME,
  first_name: 'Ada',
  last_name: 'Sender',
  title: 'Cardiologist',
  organization: 'Larkspur Clinic',
  specialty: 'Cardiology',
  personal_email: 'ada@example.com',
  phone: '5555550100',
  city: 'Reno',
  state: 'NV',
}

it('RESUME-01 RESUME-06 RESUME-07 lets a resume pass with ten characters of phone and no LinkedIn', () => {
  expect(BLANK_RESUME.country).toBe('United States')
  expect(checkResume(RESUME)).toEqual({})
})

it('RESUME-05 RESUME-06 says what a blank form lacks', () => {
  expect(checkResume({ ...BLANK_RESUME, country: ' ' })).toEqual({
    first_name: 'First name is required',
    last_name: 'Last name is required',
    title: 'Physician title is required',
    organization: 'Company name is required',
    specialty: 'Specialty is required',
    personal_email: 'Please enter a valid email address.',
    phone: 'Please enter a valid phone number.',
    city: 'City is required',
    state: 'State is required',
    country: 'Country is required',
  })
})

it.each([
  [{ phone: ' 555555010 ' }, { phone: 'Please enter a valid phone number.' }],
  [{ personal_email: ' ada@example.com ' }, {}],
  [{ phone: '555555010' }, { phone: 'Please enter a valid phone number.' }],
  [{ personal_email: 'ada@example' }, { personal_email: 'Please enter a valid email address.' }],
  [{ linkedin_url: 'not an address' }, { linkedin_url: 'Please enter a valid LinkedIn URL.' }],
  [{ linkedin_url: 'linkedin.com/in/x' }, {}],
  [{ specialty: OTHER, other_specialty: ' ' }, { specialty: 'Specialty is required' }],
])('RESUME-03 RESUME-06 RESUME-07 RESUME-08 judges %o', (change, errors) => {
  expect(checkResume({ ...RESUME, ...change })).toEqual(errors)
})

it('RESUME-03 sends the other specialty in the place of Other, and of no other choice', () => {
  const words = { other_specialty: ' Space Medicine ' }
  expect(resumeOf({ ...RESUME, ...words, specialty: OTHER }).specialty).toBe('Space Medicine')
  expect(resumeOf({ ...RESUME, ...words }).specialty).toBe('Cardiology')
  expect(resumeOf(RESUME)).not.toHaveProperty('other_specialty')
})

it('RESUME-06 sends the address as the server takes it, without spaces around it', () => {
  const resume = resumeOf({ ...RESUME, personal_email: ' ada@example.com ' })
  expect(resume.personal_email).toBe('ada@example.com')
})

it('RESUME-09 adds education only with school and degree', () => {
  expect(withEducation([], { school: ' Tufts ', degree: ' MD ' })).toEqual([
    { school: 'Tufts', degree: 'MD' },
  ])
  expect(withEducation([], { school: 'Tufts', degree: '  ' })).toEqual([])
  expect(withEducation([], { school: ' ', degree: 'MD' })).toEqual([])
})

it('RESUME-10 adds a skill once, and no empty one', () => {
  expect(withSkill(['ICU'], ' Triage ')).toEqual(['ICU', 'Triage'])
  expect(withSkill(['ICU'], 'icu')).toEqual(['ICU'])
  expect(withSkill(['ICU'], ' ')).toEqual(['ICU'])
})

it('DATA-08 offers at most 35 specialties, each once, alphabetically', () => {
  const option = (specialty: string) => ({ specialty, count: 1 })
  const many = Array.from({ length: 40 }, (_, i) => option(`Specialty ${99 - i}`))
  expect(specialtyChoices([option('B'), option(' '), option('A'), option('B')])).toEqual(['A', 'B'])
  const choices = specialtyChoices(many)
  expect(choices).toHaveLength(35)
  expect(choices).toEqual([...choices].sort())
})

it('an entry of education that is typed by half is told, and not left out without a word', () => {
  expect(checkEducation({ school: ' ', degree: '' })).toEqual({})
  expect(checkEducation({ school: 'Tufts', degree: 'MD' })).toEqual({})
  expect(checkEducation({ school: 'Tufts', degree: ' ' })).toEqual({
    degree: 'Please enter the degree, or clear the school.',
  })
  expect(checkEducation({ school: '', degree: 'MD' })).toEqual({
    school: 'Please enter the school, or clear the degree.',
  })
})

it('takes no more skills and education than the server, and nothing that cannot be seen', () => {
  const skills = Array.from({ length: 50 }, (_, number) => `Skill ${number}`)
  expect(withSkill(skills, 'One more')).toBe(skills)
  expect(withSkill([], '\u200b')).toEqual([])
  expect(withSkill(['EKG'], 'E\u00adKG')).toEqual(['EKG'])
  const tufts = { school: 'Tufts', degree: 'MD' }
  const education = Array.from({ length: 20 }, () => tufts)
  expect(withEducation(education, tufts)).toBe(education)
  expect(withEducation([], { school: '\u200b', degree: 'MD' })).toEqual([])
  expect(checkResume({ ...RESUME, city: '\u200b' })).toEqual({ city: 'City is required' })
})
