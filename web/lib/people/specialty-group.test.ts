import { expect, it } from 'vitest'
import { specialtyGroup } from './specialty-group.ts'

it('SEARCH-32 gives each keyword group its hue, case ignored, and default otherwise', () => {
  const groups = {
    'Clinical PHARMACIST': 'pharmacist',
    'Emergency physician': 'physician',
    'Physician Assistant': 'physician',
    'Registered Nurse': 'nurse',
    Nursing: 'nurse',
    Dentistry: 'dentist',
    'Physical Therapist': 'therapist',
    'Wound Care Specialist': 'specialist',
    'Thoracic Surgeon': 'surgeon',
    'Orthopedic Surgery': 'surgeon',
    'Clinical Researcher': 'researcher',
    'Hospital administrator': 'administrator',
    Cardiology: 'default',
  }
  for (const [specialty, group] of Object.entries(groups)) {
    expect(specialtyGroup(specialty)).toBe(group)
  }
  expect(specialtyGroup(null)).toBe('default')
})
