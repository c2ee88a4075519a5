import { describe, expect, it } from 'vitest'
import { directory, short, withMobile } from './reading-fixture.ts'
import { understand } from './understand.ts'

describe('contacts that a person has', () => {
  it.each([
    [
      'nurse in houston with mobile',
      'specialty Nurse; filler; city Houston; filler; has_contact mobile number',
    ],
    ['nurse with email', 'specialty Nurse; filler; has_contact email address'],
    ['rn has phone', 'credential Registered Nurse; filler; has_contact mobile number'],
    ['dentist with a personal e-mail', 'specialty Dentistry; filler; has_contact personal email'],
    ['work email, nurse', 'has_contact work email; specialty Nurse'],
    [
      'nurse with email and mobile',
      'specialty Nurse; filler; has_contact email address; filler; has_contact mobile number',
    ],
    ['nurse texas mobile', 'specialty Nurse; state Texas; has_contact mobile number'],
    ['nurse without email', 'specialty Nurse; not has_contact email address'],
    ['nurse w/ email', 'specialty Nurse; filler; has_contact email address'],
    [
      'nurse with both phone and email',
      'specialty Nurse; filler; has_contact mobile number; filler; has_contact email address',
    ],
    ['nurse with cell phone numbers', 'specialty Nurse; filler; has_contact mobile number'],
    ['nurse in mobile', 'specialty Nurse; filler; city Mobile'],
    ['mobile al', 'city Mobile, AL'],
    ['mobile', 'city Mobile'],
    ['nurse mobile', 'specialty Nurse; city Mobile'],
    [
      'nurse in mobile with mobile',
      'specialty Nurse; filler; city Mobile; filler; has_contact mobile number',
    ],
    ['has:mobile', 'has_contact mobile number'],
    ['mobile crisis nurse alaska', 'skill Crisis care; specialty Nurse; state Alaska'],
    ['mobile crisis counselor texas', 'skill Crisis care; specialty Counselor; state Texas'],
  ])('%s is read as %s', (text, readings) => {
    expect(understand(text, withMobile).interpretation.map(short).join('; ')).toBe(readings)
  })

  it('asks for any of the kinds, offers them as a filter and the city as the other reading', () => {
    const { clauses, interpretation } = understand('nurse with email', directory)
    expect(clauses[1]?.anyOf).toEqual([
      { field: 'contact', how: 'equal', value: 'personal_email' },
      { field: 'contact', how: 'equal', value: 'work_email' },
    ])
    expect(interpretation[2]?.filters).toEqual({ hasContact: ['personal_email', 'work_email'] })
    const offered = understand('nurse with mobile', withMobile).interpretation.at(-1)?.alternatives
    expect(offered?.map(({ text }) => text)).toEqual(['city:Mobile'])
  })
})
