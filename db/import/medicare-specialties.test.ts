import { expect, it } from 'vitest'
import { professionOfMedicareSpecialty } from './medicare-specialties.ts'

it.each([
  ['OBSTETRICS/GYNECOLOGY', 'Obstetrics & Gynecology'],
  ['OBSTETRICS GYNECOLOGY', 'Obstetrics & Gynecology'],
  ['CARDIOVASCULAR DISEASE (CARDIOLOGY)', 'Cardiovascular Disease'],
  ['PSYCHOLOGIST, CLINICAL', 'Clinical Psychology'],
  ['CERTIFIED REGISTERED NURSE ANESTHETIST (CRNA)', 'Nurse Anesthetist'],
  ['Internal Medicine', 'Internal Medicine'],
])('knows %s as %s', (name, specialty) => {
  expect(professionOfMedicareSpecialty(name)?.specialty).toBe(specialty)
})

it('knows nothing of what is no specialty', () => {
  expect(professionOfMedicareSpecialty('AMBULANCE SERVICE')).toBeUndefined()
})
