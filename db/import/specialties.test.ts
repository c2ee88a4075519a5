import { describe, expect, it } from 'vitest'
import { professionOf, professionOfTaxonomy } from './specialties.ts'

describe('professionOfTaxonomy', () => {
  it.each([
    ['207Q00000X', 'Family Medicine', 'Family Physician'],
    ['207RC0000X', 'Cardiovascular Disease', 'Cardiologist'],
    ['363L00000X', 'Nurse Practitioner', 'Nurse Practitioner'],
    ['363LF0000X', 'Family Nurse Practitioner', 'Family Nurse Practitioner'],
    ['225100000X', 'Physical Therapy', 'Physical Therapist'],
    ['2251X0800X', 'Orthopedic Physical Therapy', 'Orthopedic Physical Therapist'],
    ['2084N0400X', 'Neurology', 'Neurologist'],
    ['2084P0800X', 'Psychiatry', 'Psychiatrist'],
  ])('reads %s as %s', (code, specialty, title) => {
    expect(professionOfTaxonomy(code)).toMatchObject({ specialty, title })
  })

  it('falls back to the family of a code it does not know', () => {
    expect(professionOfTaxonomy('2251Z9999X')?.title).toBe('Physical Therapist')
    expect(professionOfTaxonomy('207RZ9999X')?.specialty).toBe('Internal Medicine')
  })

  it.each(['282N00000X', '332B00000X', '', 'X', '999999999X'])(
    'knows no person behind %j',
    (code) => {
      expect(professionOfTaxonomy(code)).toBeUndefined()
    },
  )
})

it('finds a profession by its specialty', () => {
  expect(professionOf('Dermatology')?.jobFunction).toBe('Physician')
  expect(professionOf('Astrology')).toBeUndefined()
})
