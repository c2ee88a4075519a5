import { describe, expect, it } from 'vitest'
import type { Reading } from '#db/schema/search.ts'
import { type DirectoryPerson, directoryOf } from '#tests/support/directory-of.ts'
import { NOTICES } from './notices.ts'
import { understand } from './understand.ts'

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
PEOPLE.push({ ...PEOPLE[8], last_name: 'French', office_zip: '77030-1234', skills: ['Bilingual'] })
PEOPLE.push({ ...PEOPLE[8], last_name: 'Hale', office_zip: 'K1A 0B1' })
const directory = directoryOf(PEOPLE)
const withMobile = directoryOf([...PEOPLE, { city: 'Mobile', state: 'AL' }])

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
    expect(asked('Houston TX')).toEqual([['any of', 'cityInState equal houston|TX']])
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
    ['LA', ['city:"Los Angeles, CA"']],
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
    ['not', 'filler'],
    ['nurse not', 'specialty Nurse; filler'],
    ['not -texas', 'not state Texas'],
  ])('%s is read as %s', (text, readings) => {
    expect(read(text).join('; ')).toBe(readings)
    expect(understand(text, directory).notice).toBe(text === 'not' ? NOTICES.filler : undefined)
  })

  it('leaves out a city of one state alone, and whoever has any of several', () => {
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
    // The words go on to leave out what follows, so they stay.
    const [, first] = understand('nurse not in texas or ohio', directory).interpretation
    expect(first?.excludedFrom).toBeUndefined()
  })
})

describe('contacts that somebody has', () => {
  it.each([
    [
      'nurse in houston with mobile',
      'specialty Nurse; filler; city Houston; filler; has_contact mobile number',
    ],
    ['nurse with email', 'specialty Nurse; filler; has_contact e-mail address'],
    ['rn has phone', 'credential Registered Nurse; filler; has_contact mobile number'],
    ['dentist with a personal e-mail', 'specialty Dentistry; filler; has_contact personal e-mail'],
    ['work email, nurse', 'has_contact work e-mail; specialty Nurse'],
    [
      'nurse with email and mobile',
      'specialty Nurse; filler; has_contact e-mail address; filler; has_contact mobile number',
    ],
    ['nurse texas mobile', 'specialty Nurse; state Texas; has_contact mobile number'],
    ['nurse without email', 'specialty Nurse; not has_contact e-mail address'],
    ['nurse w/ email', 'specialty Nurse; filler; has_contact e-mail address'],
    [
      'nurse with both phone and email',
      'specialty Nurse; filler; has_contact mobile number; filler; has_contact e-mail address',
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

describe('postal codes', () => {
  it.each([
    ['nurse 77030', 'specialty Nurse; postal_code 77030'],
    ['77030-1234', 'postal_code 77030'],
    ['zip code 77030', 'filler; postal_code 77030'],
    ['doctor K1A 0B1', 'title Physician; postal_code K1A 0B1'],
    ['doctor k1a0b1', 'title Physician; postal_code K1A 0B1'],
    ['doctor K1A', 'title Physician; postal_code K1A'],
    ['zip:77030', 'postal_code 77030'],
  ])('%s is read as %s', (text, readings) => {
    expect(read(text).join('; ')).toBe(readings)
  })

  it('asks for the area, and says where nobody has it what to try', () => {
    expect(asked('77030-1234')).toEqual([['any of', 'postalCode equal 77030']])
    expect(understand('nurse 77030', directory).notice).toBeUndefined()
    expect(understand('nurse 99999', directory).notice).toBe(
      'Nobody in the directory has the postal code 99999. Try the city or the state.',
    )
  })
})

describe('regions', () => {
  it.each([
    ['new england nurse', 'region New England; specialty Nurse'],
    ['nurses in the midwest', 'specialty Nurse; filler; region Midwest'],
    ['dallas fort worth rn', 'region Dallas–Fort Worth; credential Registered Nurse'],
    ['DFW', 'region Dallas–Fort Worth'],
    ['bay area nurses', 'region San Francisco Bay Area; specialty Nurse'],
    ['nurse in the greater bay area', 'specialty Nurse; filler; region San Francisco Bay Area'],
    ['region:midwest', 'region Midwest'],
  ])('%s is read as %s', (text, readings) => {
    expect(read(text).join('; ')).toBe(readings)
  })

  it('asks for any of its states or cities', () => {
    expect(asked('new england')[0]).toContain('state equal ME')
    expect(asked('dfw')[0]).toContain('cityInState equal fort worth|TX')
  })

  it('takes a part of a state for the state and says so', () => {
    expect(read('upstate new york')).toEqual(['state New York'])
    expect(read('southern california dentist')).toEqual(['state California', 'specialty Dentistry'])
    expect(understand('southern california dentist', directory).notice).toBe(
      '“southern california” was read as California: parts of a state are not known. Name the cities.',
    )
  })
})

describe('either of several', () => {
  it.each([
    ['texas and maine nurses', 'either1 state Texas; filler; either1 state Maine; specialty Nurse'],
    [
      'nurses in houston, portland and boise',
      'specialty Nurse; filler; either1 city Houston; either1 city Portland; filler; either1 city Boise',
    ],
    [
      'RNs and LPNs in Ohio or Michigan',
      'either1 specialty Registered Nurse; filler; either1 specialty LPN/LVN; filler; either2 state Ohio; either2 state Michigan',
    ],
    [
      'np or pa in houston',
      'either1 credential Nurse Practitioner; either1 credential Physician Assistant; filler; city Houston',
    ],
    [
      'PT, OT, SLP',
      'either1 credential Physical Therapy; either1 credential Occupational Therapy; either1 credential Speech-Language Pathology',
    ],
    ['doctors and nurses', 'either1 title Physician; filler; either1 specialty Nurse'],
    ['MD and PhD', 'credential MD; filler; credential PhD'],
    ['MDs and DOs', 'title Physician'],
    ['MDs, DOs', 'either1 credential MD; either1 credential DO'],
    ['nurse, pediatrics', 'specialty Nurse; specialty Pediatrics'],
    ['houston texas', 'city Houston, TX'],
  ])('%s is read as %s', (text, readings) => {
    expect(read(text).join('; ')).toBe(readings)
  })
})

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
    // Somebody's name while it is typed, and not a Jane whom nobody knows.
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
