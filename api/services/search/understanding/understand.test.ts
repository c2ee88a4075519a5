import { describe, expect, it } from 'vitest'
import type { Reading } from '../../../../db/schema/search.ts'
import { type DirectoryPerson, directoryOf } from '../../../../tests/support/directory-of.ts'
import { NOTICES, understand } from './understand.ts'

/** A few of everything that text is told apart by. */
const PEOPLE: DirectoryPerson[] = [
  person('Jane Nelson', 'Cardiologist', 'Cardiovascular Disease', 'Houston', 'TX', 'MD'),
  person('John Nelson', 'Registered Nurse', 'Registered Nurse', 'Houston', 'TX', 'RN, BSN'),
  person('Sam Houston', 'Pediatrician', 'Pediatrics', 'Portland', 'OR', 'MD'),
  person('Ana Law', 'Obstetrician-Gynecologist', 'OBGYN', 'Portland', 'ME', 'DO'),
  person('Lee Young', 'Director of Nursing', 'Registered Nurse', 'New York', 'NY', 'RN'),
  person(
    'Denise Washington',
    'Physician Assistant',
    'Physician Assistant',
    'Ontario',
    'CA',
    'PA-C',
  ),
  person('Kim Ortiz', 'Nurse Practitioner', 'Nurse Practitioner', 'Philadelphia', 'PA', 'FNP-C'),
  person('Max Rivera', 'Pharmacist', 'Pharmacist', 'Washington', 'DC', 'PharmD'),
  person('Mia Stone', 'Nurse Manager', 'Registered Nurse', 'St. Louis', 'MO', 'RN, XYZ'),
  person('Ben Woods', 'Dentist', 'Dentistry', 'Boise', 'ID', 'DDS'),
]
PEOPLE.push({ ...PEOPLE[1], organization: 'Bright Harbor Medical Group', npi: '1234567893' })
PEOPLE.push({ ...PEOPLE[1], organization: 'Houston General Hospital', skills: ['Wound Care'] })
const directory = directoryOf(PEOPLE)

function person(
  name: string,
  title: string,
  specialty: string,
  city: string,
  state: string,
  credential: string,
): DirectoryPerson {
  const [first_name = '', last_name = ''] = name.split(' ')
  return { first_name, last_name, title, specialty, city, state, credential }
}

/** Readings in short: `kind value`, with what makes them special. */
function read(text: string): string[] {
  return understand(text, directory).interpretation.map(short)
}
function short({ kind, values, isExcluded, group, corrected }: Reading): string {
  const marks = [
    isExcluded ? 'not' : '',
    group === undefined ? '' : `either${group}`,
    corrected === undefined ? '' : `~${corrected}`,
  ]
  return [...marks, kind, values[0]].filter((part) => part !== '' && part !== undefined).join(' ')
}

const asked = (text: string) =>
  understand(text, directory).clauses.map(({ anyOf, isExcluded }) => [
    isExcluded ? 'none of' : 'any of',
    ...anyOf.map(({ field, how, value }) => `${field} ${how} ${value}`),
  ])

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

describe('a place', () => {
  it.each([
    ['TX', 'state Texas'],
    ['texas', 'state Texas'],
    ['british columbia', 'state British Columbia'],
    ['canada', 'country Canada'],
    ['Houston TX', 'city Houston, TX'],
    ['houston, texas', 'city Houston, TX'],
    ['Houston', 'city Houston'],
    ['saint louis', 'city St. Louis'],
    ['new york', 'state New York'],
    ['new york ny', 'city New York, NY'],
    ['nyc', 'city New York, NY'],
    ['ontario ca', 'city Ontario, CA'],
    ['Ontario', 'state Ontario'],
  ])('%s is read as %s', (text, reading) => {
    expect(read(text)).toEqual([reading])
  })

  it('asks for the city and its state, and offers both as filters', () => {
    expect(asked('Houston TX')).toEqual([
      ['any of', 'city equal houston'],
      ['any of', 'state equal TX'],
    ])
    const [reading] = understand('Houston TX', directory).interpretation
    expect(reading).toMatchObject({
      from: 0,
      to: 10,
      text: 'Houston TX',
      filters: { city: ['Houston'], state: ['TX'] },
    })
  })
})

describe('somebody or some employer', () => {
  it.each([
    ['dr nelson', ['name Nelson']],
    ['Dr. Houston', ['name Houston']],
    ['Nelson, Jane', ['name Nelson Jane']],
    ['jane nelson MD', ['name Jane Nelson', 'credential MD']],
    ['nelson cardiologist', ['name Nelson', 'specialty Cardiovascular Disease']],
    ['1234567893', ['npi 1234567893']],
    ['bright harbor', ['organization Bright Harbor']],
    ['houston general hospital', ['organization Houston General Hospital']],
    ['wound care', ['skill Wound care']],
  ])('%s is read as %j', (text, readings) => {
    expect(read(text)).toEqual(readings)
  })

  it('matches a name by its words in either order, an employer by its phrase', () => {
    expect(asked('Nelson, Jane')).toEqual([['any of', 'name words nelson jane']])
    expect(asked('bright harbor')).toEqual([['any of', 'organization phrase bright harbor']])
  })
})

describe('ambiguity', () => {
  it.each([
    ['PA', 'credential Physician Assistant'],
    ['PA texas', 'credential Physician Assistant; state Texas'],
    ['cardiologist PA', 'specialty Cardiovascular Disease; state Pennsylvania'],
    ['Philadelphia PA', 'city Philadelphia, PA'],
    ['PA in PA', 'credential Physician Assistant; filler; state Pennsylvania'],
    ['MD', 'credential MD'],
    ['cardiologist MD', 'specialty Cardiovascular Disease; credential MD'],
    ['nurse MD', 'specialty Nurse; state Maryland'],
    ['nurses in MD', 'specialty Nurse; filler; state Maryland'],
    ['OR', 'state Oregon'],
    ['OR nurse', 'skill Operating room; specialty Nurse'],
    ['or nurse', 'skill Operating room; specialty Nurse'],
    ['Portland OR', 'city Portland, OR'],
    ['Portland OR nurse', 'city Portland, OR; specialty Nurse'],
    ['Portland OR Houston', 'either1 city Portland; either1 city Houston'],
    ['nurses in OR', 'specialty Nurse; filler; state Oregon'],
    ['dentist OR nurse', 'either1 specialty Dentistry; either1 specialty Nurse'],
    [
      'rn or lpn texas',
      'either1 credential Registered Nurse; either1 credential LPN/LVN; state Texas',
    ],
    ['RN/LPN', 'either1 credential Registered Nurse; either1 credential LPN/LVN'],
    ['nurse IN', 'specialty Nurse; state Indiana'],
    ['nurses IN texas', 'specialty Nurse; filler; state Texas'],
    ['nurse in texas', 'specialty Nurse; filler; state Texas'],
    ['portland me', 'city Portland, ME'],
    ['find me a nurse', 'filler; specialty Nurse'],
    ['DO', 'credential DO'],
    ['OT', 'credential Occupational Therapy'],
    ['MA', 'state Massachusetts'],
    ['MA texas', 'title Medical Assistant; state Texas'],
    ['LA', 'state Louisiana'],
    ['ID', 'state Idaho'],
    ['ID doctor', 'specialty Infectious Disease'],
    ['boise ID', 'city Boise, ID'],
    ['DE', 'state Delaware'],
    ['CO', 'state Colorado'],
    ['AL', 'state Alabama'],
    ['VA', 'state Virginia'],
    ['Washington', 'state Washington'],
    ['washington dc', 'city Washington, DC'],
    ['dr washington', 'name Washington'],
    ['Young', 'name Young'],
    ['Law', 'name Law'],
  ])('%s is read as %s', (text, readings) => {
    expect(read(text).join('; ')).toBe(readings)
  })

  it.each([
    ['PA', ['state:PA']],
    ['MD', ['state:MD']],
    ['nurse PA', ['credential:PA']],
    ['Houston', ['name:houston']],
    ['Washington', ['city:Washington', 'name:washington']],
    ['LA', ['city:"Los Angeles" state:CA']],
    ['new york', ['city:"New York"']],
    ['-houston', ['-name:houston']],
  ])('offers the readings of %s that lost: %j', (text, expected) => {
    const { interpretation } = understand(text, directory)
    const offered = interpretation.flatMap(({ alternatives = [] }) => alternatives)
    expect(offered.map((alternative) => alternative.text)).toEqual(expect.arrayContaining(expected))
    // What is offered asks for just that when it takes the place of the part.
    for (const { text: instead, kind } of offered)
      expect(understand(instead, directory).interpretation[0]?.kind).toBe(kind)
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
      ['any of', 'city equal houston', 'city equal portland'],
      ['any of', 'city equal houston', 'state equal OR'],
      ['any of', 'state equal TX', 'city equal portland'],
      ['any of', 'state equal TX', 'state equal OR'],
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

  it('says how people are left out where words ask for it that it does not take', () => {
    for (const text of ['cardiologist not in texas', 'nurse except houston']) {
      expect(understand(text, directory).notice).toBe(NOTICES.negation)
    }
    expect(understand('cardiologist -texas', directory).notice).toBeUndefined()
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
    const startedAt = performance.now()
    const { interpretation, clauses } = understand(text, directory)
    expect(performance.now() - startedAt).toBeLessThan(1000)
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
