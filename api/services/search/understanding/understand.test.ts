import { describe, expect, it } from 'vitest'
import { type DirectoryPerson, directoryOf } from '#tests/support/directory-of.ts'
import { NOTICES } from './notices.ts'
import { asked, directory, PEOPLE, read } from './reading-fixture.ts'
import { understand } from './understand.ts'

describe('a profession', () => {
  it('is found by specialties in the spelling of the directory, titles and credentials', () => {
    expect(asked('ob/gyn')).toEqual([
      [
        'any of',
        'specialty equal obgyn',
        'title phrase obstetrician',
        'title phrase gynecologist',
        'title phrase obgyn',
        'title phrase ob/gyn',
      ],
    ])
    expect(asked('MD')).toEqual([['any of', 'credential equal md']])
    expect(asked('PA-C')[0]).toContain('credential equal pac')
  })

  it.each([
    ['cardiologist', 'specialty Cardiovascular Disease'],
    ['heart doctor', 'specialty Cardiovascular Disease'],
    ['cards', 'specialty Cardiovascular Disease'],
    ['shrink', 'specialty Psychiatry'],
    ['heme/onc', 'specialty Hematology & Oncology'],
    ['R.N.', 'credential Registered Nurse'],
    ['Ph.D. psychologist', 'specialty Psychologist'],
    ['PM&R', 'specialty Physical Medicine & Rehabilitation'],
    ['L&D', 'skill Labor & delivery'],
    ['med-surg', 'skill Medical-surgical'],
    ['registered nurses', 'specialty Registered Nurse'],
    ['chief nursing officer', 'title Chief Nursing Officer'],
    ['XYZ', 'credential XYZ'],
  ])('%s is read as %s', (text, reading) => {
    expect(read(text)).toEqual([reading])
  })

  it('looks for a field in titles and skills beside another profession', () => {
    const [field] = asked('cardiology nurse')
    expect(field).toContain('specialty equal cardiovascular disease')
    expect(field).toContain('title phrase cardiology')
    expect(field).toContain('skills phrase cardiology')
    expect(asked('cardiology')[0]).not.toContain('skills phrase cardiology')
  })
})

describe('a person or an employer', () => {
  it.each([
    ['dr nelson', ['name Nelson']],
    ['Dr. Houston', ['name Houston']],
    ['Nelson, Jane', ['name Nelson Jane']],
    ['jane nelson MD', ['name Jane Nelson', 'credential MD']],
    ['nelson cardiologist', ['name Nelson', 'specialty Cardiovascular Disease']],
    ['1234567893', ['npi 1234567893']],
    ['bright harbor', ['organization Bright Harbor']],
    ['houston general hospital', ['organization Houston General Hospital']],
    ['at houston general', ['filler', 'organization Houston General']],
    ['wound care', ['skill Wound care']],
  ])('%s is read as %j', (text, readings) => {
    expect(read(text)).toEqual(readings)
  })

  it('matches a name by its words in either order, an employer by its phrase', () => {
    expect(asked('Nelson, Jane')).toEqual([['any of', 'name words nelson jane']])
    expect(asked('bright harbor')).toEqual([['any of', 'organization phrase bright harbor']])
  })
})

describe('a profession by its everyday name', () => {
  it.each([
    ['practice manager', 'title Practice Manager'],
    ['office manager', 'title Practice Manager'],
    ['mobile crisis nurse', 'skill Crisis care; specialty Nurse'],
    ["men's health urologist", "specialty Men's Health; specialty Urology"],
    ['occupational health', 'specialty Occupational Health'],
    ['non physician', 'not title Physician'],
    ['non registered nurse', 'not specialty Registered Nurse'],
    ['non certified nurse', 'filler; specialty Nurse'],
  ])('%s is read as %s', (text, readings) => {
    expect(read(text).join('; ')).toBe(readings)
  })

  it('finds office managers by that title', () => {
    expect(asked('office manager')).toEqual([
      [
        'any of',
        'title phrase practice manager',
        'title phrase clinic manager',
        'title phrase office manager',
      ],
    ])
  })
})

describe('letters behind a name', () => {
  it.each([
    ['Jane Doe DO', 'name Jane Doe; credential DO'],
    ['Nelson, John MD', 'name Nelson John; credential MD'],
    ['Dr. Jane Doe, PhD, RN', 'name Jane Doe; credential PhD; credential Registered Nurse'],
    ['John Nelson MD FACS', 'name John Nelson; credential MD; filler'],
    ['Jane Nelson, MD, MBA, FACC', 'name Jane Nelson; credential MD; filler'],
    // The name is unfinished typing, not an unknown "Jane".
    ['jane nels', 'name Jane; word nels'],
  ])('%s is read as %s', (text, readings) => {
    expect(read(text).join('; ')).toBe(readings)
  })
})

describe('a word of the trade in another form', () => {
  it('is not corrected to a word with another ending', () => {
    expect(read('hospital administrator')).toEqual(['title Administrator'])
    expect(read('hospital administrators in texas')).toEqual([
      'title Administrator',
      'filler',
      'state Texas',
    ])
    const [reading] = understand('navigation', directoryOf([{ title: 'Navigator' }])).interpretation
    expect(reading?.corrected).toBeUndefined()
  })
})

describe('misspelt words', () => {
  it.each([
    ['cardiolgist', '~cardiologist specialty Cardiovascular Disease'],
    ['pediatrican', '~pediatrician specialty Pediatrics'],
    ['psychatrist', '~psychiatrist specialty Psychiatry'],
    ['houstno', '~houston city Houston'],
    ['huoston tx', '~houston tx city Houston, TX'],
    ['califronia', '~california state California'],
    ['nruse', '~nurse specialty Nurse'],
  ])('%s is read as %s', (text, reading) => {
    expect(read(text)).toEqual([reading])
  })

  it.each(['stone', 'ston', 'tex', 'xyzzyplugh'])(
    'leaves %s as it is: it is there, too short, or near nothing',
    (text) => {
      const [reading] = understand(text, directory).interpretation
      expect(reading?.corrected).toBeUndefined()
    },
  )
})

describe('what is typed on purpose', () => {
  it.each([
    ['state:PA', 'state Pennsylvania'],
    ['credential:PA', 'credential Physician Assistant'],
    ['credential:XYZ', 'credential XYZ'],
    ['city:"new york"', 'city New York'],
    ['name:houston', 'name Houston'],
    ['specialty:cardiologist', 'specialty Cardiovascular Disease'],
    ['employer:"bright harbor"', 'organization Bright Harbor'],
    ['title:"nurse manager"', 'title Nurse Manager'],
    ['skill:"wound care"', 'skill Wound Care'],
    ['npi:1234567893', 'npi 1234567893'],
    ['-state:TX', 'not state Texas'],
    ['"wound care"', 'phrase wound care'],
    ['-"wound care"', 'not phrase wound care'],
    ['-nurse', 'not specialty Nurse'],
    ['-xyzzy', 'not word xyzzy'],
  ])('%s is read as %s', (text, reading) => {
    expect(read(text)).toEqual([reading])
  })

  it('drops filler, leaves out what has a minus, and matches what nothing knows as a word', () => {
    expect(asked('looking for a xyzzy near Houston -Nelson')).toEqual([
      ['any of', 'any prefixes xyzzy'],
      ['any of', 'city equal houston'],
      ['none of', 'name words nelson'],
    ])
  })

  it('asks for either of two cities, each with its own state', () => {
    expect(asked('Houston TX OR Portland OR')).toEqual([
      ['any of', 'cityInState equal houston|TX', 'cityInState equal portland|OR'],
    ])
  })
})

describe('bad input', () => {
  it.each(['jane@example.com', '(555) 123-4567', '555-123-4567', '5551234567', '+44 20 7946 0958'])(
    'finds nobody by %s and says why',
    (text) => {
      const { clauses, interpretation, notice } = understand(text, directory)
      expect(clauses).toEqual([{ anyOf: [], isExcluded: false }])
      expect(interpretation.map(({ kind }) => kind)).toEqual(['contact'])
      expect(notice).toBe(NOTICES.contact)
    },
  )

  it('leaves a contact out where something else is asked for, and says so', () => {
    const { clauses, notice } = understand('nelson 555-123-4567', directory)
    expect(clauses).toHaveLength(1)
    expect(notice).toBe(NOTICES.contactLeftOut)
  })

  it.each(['looking for a', '???', '- - -', '"""', '🩺', '" "'])(
    'says that %s says nothing',
    (text) => {
      expect(understand(text, directory)).toMatchObject({ clauses: [], notice: NOTICES.filler })
    },
  )

  it.each([
    'a'.repeat(200),
    'ab '.repeat(66),
    'nurse '.repeat(33),
    'OR OR',
    'OR '.repeat(50),
    '"unbalanced nurse',
    'nurse "',
    'طبيب قلب في تكساس',
    'רופא ילדים',
    'Jane\tNelson\tMD\tCardiology\tHouston\tTX',
    "'; drop table candidates; --",
    'select * from candidates where state = "TX"',
    'city: state: name:',
    'city:"',
    '-city:""',
    '---nurse',
    '½ ﬁsher',
    'constructor __proto__ toString',
    'İstanbul ßtraße',
    '(((((((((( rn ))))))))))',
    '\u0000\uFFFF\uD800',
  ])('answers %j in time, its readings in their places', (text) => {
    const before = process.cpuUsage()
    const { interpretation, clauses } = understand(text, directory)
    // It takes milliseconds of CPU time, unless a pattern backtracks without end.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000)
    expect(clauses.length).toBeLessThan(200)
    let end = 0
    for (const reading of interpretation) {
      expect(reading.from).toBeGreaterThanOrEqual(end)
      expect(reading.text).toBe(text.slice(reading.from, reading.to))
      end = reading.to
    }
  })

  it('asks for nothing where nothing was typed', () => {
    expect(understand('  ', directory)).toEqual({ clauses: [], interpretation: [] })
  })
})

describe('a specialty that the directory has under a word of the trade', () => {
  const widely: DirectoryPerson[] = [
    ...PEOPLE,
    { specialty: 'CARDIOLOGY', title: 'Attending' },
    { specialty: 'Heart Doctor', title: 'Attending' },
  ]
  const [reading] = understand('cardiologist', directoryOf(widely)).interpretation
  const [clause] = understand('cardiologist', directoryOf(widely)).clauses

  it('is among what the word finds, and is named first', () => {
    expect(clause?.anyOf).toContainEqual({ field: 'specialty', how: 'equal', value: 'cardiology' })
    expect(clause?.anyOf).toContainEqual({
      field: 'specialty',
      how: 'equal',
      value: 'heart doctor',
    })
    expect(reading?.values.slice(0, 3)).toEqual([
      'Cardiology',
      'Heart Doctor',
      'Cardiovascular Disease',
    ])
  })

  it('is not named where nobody has it', () => {
    const [found] = understand('cardiologist', directory).interpretation
    expect(found?.values).not.toContain('Cardiology')
  })

  it('is alone asked for by its own name', () => {
    const explicit = understand('specialty:cardiology', directoryOf(widely)).clauses
    expect(explicit.map(({ anyOf }) => anyOf.map(({ value }) => value))).toEqual([
      ['cardiology', 'heart doctor'],
    ])
  })
})
