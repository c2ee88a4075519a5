import { expect, it } from 'vitest'
import { countryName, dateOf, phoneNumber, postalCode, regionCode } from './us-fields.ts'

it.each([
  ['ny', 'NY'],
  ['ON', 'ON'],
  ['PUERTO RICO', 'PR'],
  ['British Columbia', 'BC'],
  ['MAHARASHTRA', null],
  [null, null],
])('DATA-11 reads the state or province %j as %j', (text, code) => {
  expect(regionCode(text)).toBe(code)
})

it.each([
  ['US', 'United States'],
  ['CA', 'Canada'],
  ['au', 'Australia'],
  ['QQ', null],
  ['United States', null],
  [null, null],
])('DATA-11 reads the country %j as %j', (code, name) => {
  expect(countryName(code)).toBe(name)
})

it.each([
  ['688472944', '68847-2944'],
  ['68847', '68847'],
  ['2139', '02139'],
  ['21391234', '02139-1234'],
  ['K1A0B1', 'K1A 0B1'],
  ['V5K 0A1', 'V5K 0A1'],
  ['SW1A 1AA', 'SW1A 1AA'],
  [null, null],
])('reads the postal code %j as %j', (text, code) => {
  expect(postalCode(text)).toBe(code)
})

it.each([
  ['2125550100', '(212) 555-0100'],
  ['1-212-555-0100', '(212) 555-0100'],
  ['(212) 555-0100', '(212) 555-0100'],
  ['0125550100', null],
  ['212555010', null],
  ['', null],
  [null, null],
])('reads the telephone number %j as %j', (text, number) => {
  expect(phoneNumber(text)).toBe(number)
})

it.each([
  ['07/08/2007', '2007-07-08'],
  ['7/8/2007', '2007-07-08'],
  ['7/8/07', '2007-07-08'],
  ['7/8/99', '1999-07-08'],
  ['2007-07-08', '2007-07-08'],
  ['39271', '2007-07-08'],
])('reads the date %j as %s', (text, day) => {
  expect(dateOf(text)).toBe(day)
})

it.each(['02/30/2020', '13/01/2020', 'yesterday', '', null])('knows that %j is no date', (text) => {
  expect(dateOf(text)).toBeNull()
})
