import { describe, expect, it } from 'vitest'
import { NOTICES } from './notices.ts'
import { asked, directory, read } from './reading-fixture.ts'
import { understand } from './understand.ts'

describe('leaving out in words', () => {
  it.each([
    ['dentist not in texas', 'specialty Dentistry; not state Texas'],
    ['nurses except california', 'specialty Nurse; not state California'],
    ['without texas', 'not state Texas'],
    ['doctors outside of new york', 'title Physician; not state New York'],
    ['rn but not lpn', 'credential Registered Nurse; not credential LPN/LVN'],
    ['nurse not in houston tx', 'specialty Nurse; not city Houston, TX'],
    ['nurse anywhere but texas', 'specialty Nurse; not state Texas'],
    ['dentist excluding orthodontics', 'specialty Dentistry; not specialty Orthodontics'],
    ['nurse not at bright harbor', 'specialty Nurse; not organization Bright Harbor'],
    ['nurse not in PA', 'specialty Nurse; not state Pennsylvania'],
    ['dentists not in texas or ohio', 'specialty Dentistry; not state Texas; not state Ohio'],
    [
      'nurses excluding maine, idaho and houston in oregon',
      'specialty Nurse; not state Maine; not state Idaho; filler; not city Houston; filler; state Oregon',
    ],
    ['nurse in texas not houston', 'specialty Nurse; filler; state Texas; not city Houston'],
    [
      'cardiologist do not md',
      'specialty Cardiovascular Disease; credential DO; not credential MD',
    ],
    [
      'cardiologist DO not MDs',
      'specialty Cardiovascular Disease; credential DO; not credential MD',
    ],
    ['nurses who do not reside in texas', 'specialty Nurse; filler; not state Texas'],
    ['nurses that do not live in texas', 'specialty Nurse; filler; not state Texas'],
    ['not', 'filler'],
    ['nurse not', 'specialty Nurse; filler'],
    ['not -texas', 'not state Texas'],
  ])('%s is read as %s', (text, readings) => {
    expect(read(text).join('; ')).toBe(readings)
    expect(understand(text, directory).notice).toBe(text === 'not' ? NOTICES.filler : undefined)
  })

  it('leaves out a city of one state alone, and people with any of several', () => {
    expect(asked('nurse not in houston tx')[1]).toEqual(['none of', 'cityInState equal houston|TX'])
    expect(asked('dentists not in texas or ohio').slice(1)).toEqual([
      ['none of', 'state equal TX'],
      ['none of', 'state equal OH'],
    ])
  })

  it('says where the words begin that leave a part out, so that they go with it', () => {
    const text = 'nurse, but not in texas'
    const [, texas] = understand(text, directory).interpretation
    expect(texas).toMatchObject({ text: 'texas', from: 18, excludedFrom: 7 })
    expect(texas?.alternatives ?? []).toEqual([])
    const [, minus] = understand('nurse -texas', directory).interpretation
    expect(minus).toMatchObject({ from: 7, excludedFrom: 6 })
    // The negation also covers the next part, so its words remain.
    const [, first] = understand('nurse not in texas or ohio', directory).interpretation
    expect(first?.excludedFrom).toBeUndefined()
  })
})
