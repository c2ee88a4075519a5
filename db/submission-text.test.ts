import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanSkills, cleanText } from './import/clean.ts'
import { parseEducation } from './import/education.ts'
import { educationText, quotedSkills } from './submission-text.ts'

it('RESUME-13 keeps each skill in single quotes, separated by blanks, and none as null', () => {
  expect(quotedSkills(['ICU', 'Wound care'])).toBe("'ICU' 'Wound care'")
  expect(quotedSkills([])).toBeNull()
})

it('RESUME-13 keeps education as text with schoolName and degrees, and none as null', () => {
  expect(educationText([{ school: 'Tufts University', degree: 'MD' }])).toBe(
    '[{"schoolName":"Tufts University","degrees":["MD"]}]',
  )
  expect(educationText([])).toBeNull()
})

it.each([
  [["Children's health", "Nurses'", "'quoted'"]],
  [['Wound care, advanced', 'ICU']],
  [['One']],
])('DATA-06 the importers read %j as it was submitted', (skills) => {
  expect(cleanSkills(quotedSkills(skills))).toEqual(skills)
})

it('DATA-06 any skills come back as many as they were', () => {
  const word = fc
    .string({ minLength: 1, maxLength: 20, unit: fc.constantFrom('a', "'", ' ', ',', 'é') })
    .map(cleanText)
    .filter((text) => text !== null && /[a-zé,]/.test(text))
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 5 }), (skills) => {
      const plain = (text: string | null) => text?.replace(/['’]/g, '').trim()
      const read = cleanSkills(quotedSkills(skills.filter((skill) => skill !== null)))
      expect(read.map(plain)).toEqual(skills.map(plain))
    }),
  )
})

it('DATA-04 the importers read education as it was submitted', () => {
  const entry = { school: 'A; B - C, degrees: none', degree: 'MD, PhD' }
  expect(parseEducation(educationText([entry]))).toEqual([{ ...entry, year: null }])
})
