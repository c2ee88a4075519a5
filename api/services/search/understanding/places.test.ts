import { describe, expect, it } from 'vitest'
import { asked, directory, read } from './reading-fixture.ts'
import { understand } from './understand.ts'

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
