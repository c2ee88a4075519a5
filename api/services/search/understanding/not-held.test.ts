import { describe, expect, it } from 'vitest'
import { directoryOf } from '#tests/support/directory-of.ts'
import { asked, directory, PEOPLE, read } from './reading-fixture.ts'
import { understand } from './understand.ts'

describe('what the directory does not hold', () => {
  it.each([
    ['rural nurse', 'specialty Nurse', 'rural'],
    ['spanish speaking nurse', 'specialty Nurse', 'spanish speaking'],
    ['nurse who speaks french', 'specialty Nurse', 'speaks french'],
    [
      'nurse fluent in mandarin and cantonese',
      'specialty Nurse',
      'fluent in mandarin and cantonese',
    ],
    ['new grad rn', 'credential Registered Nurse', 'new grad'],
    ['nurse with 5+ years of experience', 'specialty Nurse', '5+ years of experience'],
    ['nurse near me', 'specialty Nurse', 'near me'],
    ['nurse within 50 miles of houston', 'specialty Nurse; city Houston', 'within 50 miles of'],
    ['rn night shift', 'credential Registered Nurse', 'night shift'],
    ['remote nurse', 'specialty Nurse', 'remote'],
    ['nurse $50 per hour', 'specialty Nurse', '50 per hour'],
    ['male dentist', 'specialty Dentistry', 'male'],
    ['50 nurses', 'specialty Nurse', '50'],
    ['nurse with at least 3 years experience', 'specialty Nurse', 'at least 3 years experience'],
    ['nurses that moved to texas', 'specialty Nurse; state Texas', 'moved'],
    ['nurses who moved from ohio to texas', 'specialty Nurse; state Texas', 'moved from ohio'],
    ['cardiologists formerly in ohio', 'specialty Cardiovascular Disease', 'formerly in ohio'],
    ['former mayo clinic nurse', 'specialty Nurse', 'former mayo clinic'],
    ['cheap nurse', 'specialty Nurse', 'cheap'],
    ['not expensive nurse', 'specialty Nurse', 'expensive'],
    ['nurses not moving from ohio', 'specialty Nurse; state Ohio', 'moving'],
    ['nurses moving or relocating to texas', 'specialty Nurse; state Texas', 'moving'],
    ['non clinical nurse', 'specialty Nurse', 'non clinical'],
  ])('%s: the rest is searched and the answer says why', (text, rest, leftOut) => {
    expect(
      read(text)
        .filter((reading) => reading !== 'filler')
        .join('; '),
    ).toBe(rest)
    expect(understand(text, directory).notice).toMatch(
      new RegExp(`^“${leftOut.replace('+', '\\+')}” was left out: [^.]+\\.`),
    )
  })

  it('says that nobody is left out for what it does not say', () => {
    const { clauses, notice } = understand('nurse -travel', directory)
    expect(clauses).toHaveLength(1)
    expect(notice).toBe(
      'Nobody was left out for “travel”: the directory does not say what hours, pay or terms somebody works for.',
    )
  })

  it('keeps what the directory has: a skill, a name', () => {
    expect(read('bilingual nurse')).toEqual(['skill Bilingual', 'specialty Nurse'])
    expect(read('french')).toEqual(['name French'])
    expect(understand('french', directory).notice).toBeUndefined()
  })

  it('says that nobody has a word, an employer, a name', () => {
    const noticed = (text: string) => understand(text, directory).notice
    expect(read('veterinarian texas')).toEqual(['word veterinarian', 'state Texas'])
    expect(noticed('veterinarian texas')).toBe(
      '“veterinarian” is none of the professions here: the directory holds people in human health care.',
    )
    expect(read('lawyer')).toEqual(['word lawyer'])
    expect(noticed('nurse flurbling')).toBe('Nobody in the directory has “flurbling”.')
    expect(read('nurse manager mayo clinic')).toEqual([
      'title Nurse Manager',
      'organization Mayo Clinic',
    ])
    expect(noticed('nurse manager mayo clinic')).toBe(
      'No employer in the directory is called “mayo clinic”.',
    )
    expect(read('vet tech')[0]).toBe('word vet')
    expect(asked('vet')).toEqual([['any of', 'any words vet']])
    expect(read('nurses at kaiser')).toEqual(['specialty Nurse', 'filler', 'organization Kaiser'])
    expect(noticed('nurse -flurbling')).toBeUndefined()
  })

  it('names a profession that nobody in the directory has', () => {
    const noticed = (text: string) => understand(text, directory).notice
    expect(read('hospital administrator texas')).toEqual(['title Administrator', 'state Texas'])
    expect(noticed('hospital administrator texas')).toBe(
      'Nobody in the directory is listed as “hospital administrator”.',
    )
    expect(noticed('urologist')).toBe('Nobody in the directory is listed as “urologist”.')
    expect(noticed('nurse -urologist')).toBeUndefined()
    expect(noticed('nurse manager')).toBeUndefined()
    expect(noticed('cardiologist')).toBeUndefined()
  })

  it('says of another profession one sentence, and what stands before a comma besides', () => {
    const noticed = (text: string) => understand(text, directory).notice
    const engineer =
      '“engineer” is none of the professions here: the directory holds people in human health care.'
    expect(noticed('senior software engineer')).toBe(engineer)
    expect(noticed('flurbling, engineer')).toBe(
      `Nobody in the directory has “flurbling”. ${engineer}`,
    )
  })

  it('says nothing of a profession whose skill people have', () => {
    const nurse = { ...PEOPLE[1], skills: ['Dermatology'] }
    const { notice } = understand('dermatology nurse', directoryOf([nurse]))
    expect(notice).toBeUndefined()
  })
})
