import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nameCase, organizationCase, placeCase } from './name-case.ts'

it.each([
  ['SMITH', 'Smith'],
  ["O'BRIEN", "O'Brien"],
  ['O’NEILL', 'O’Neill'],
  ["D'ANGELO", "D'Angelo"],
  ['MCDONALD', 'McDonald'],
  ['MC', 'Mc'],
  ['MACDONALD', 'MacDonald'],
  ['MACKENZIE', 'MacKenzie'],
  ['MACK', 'Mack'],
  ['MACIAS', 'Macias'],
  ['MACHADO', 'Machado'],
  ['MACE', 'Mace'],
  ['VAN DER BERG', 'Van der Berg'],
  ['DE LA CRUZ', 'De la Cruz'],
  ['VON TRAPP', 'Von Trapp'],
  ['LE', 'Le'],
  ['SMITH-JONES', 'Smith-Jones'],
  ["O'BRIEN-MCKAY", "O'Brien-McKay"],
  ['ST. JOHN', 'St. John'],
  ['ST.CLAIR', 'St.Clair'],
  ['DAVIS III', 'Davis III'],
  ['DAVIS IV', 'Davis IV'],
  ['DAVIS JR', 'Davis Jr.'],
  ['DAVIS SR.', 'Davis Sr.'],
  ['VI', 'Vi'],
  ['J', 'J'],
  ['J.R.', 'J.R.'],
  ['MARY ANN', 'Mary Ann'],
  ['ÉLISE CÔTÉ', 'Élise Côté'],
  ['smith', 'Smith'],
  ['DeShawn', 'DeShawn'],
  ['van der Berg', 'van der Berg'],
  ['', ''],
])('writes the name %j as %j', (name, expected) => {
  expect(nameCase(name)).toBe(expected)
})

it.each([
  ['NEW YORK', 'New York'],
  ['ISLE OF PALMS', 'Isle of Palms'],
  ["LEE'S SUMMIT", "Lee's Summit"],
  ["COEUR D'ALENE", "Coeur D'Alene"],
  ['WINSTON-SALEM', 'Winston-Salem'],
  ['MCALLEN', 'McAllen'],
  ['ST. LOUIS', 'St. Louis'],
  ['LAS VEGAS', 'Las Vegas'],
])('writes the place %j as %j', (place, expected) => {
  expect(placeCase(place)).toBe(expected)
})

it('changes nothing but case, the full stop after Jr and Sr, and the blank after Mc', () => {
  const letters = fc.string({ unit: fc.constantFrom(..."ABCMVDELAJR -'.") })
  const folded = (text: string) => text.toLowerCase().replaceAll('.', '').replace(/\bmc /g, 'mc')
  fc.assert(fc.property(letters, (name) => folded(nameCase(name)) === folded(name)))
})

it.each([
  ['MC LEAN', 'McLean'],
  ['MC COY', 'McCoy'],
])('joins %s to %s', (text, name) => {
  expect(nameCase(text)).toBe(name)
  expect(placeCase(text)).toBe(name)
})

it.each([
  ["ST MARY'S HEALTH SYSTEM, INC.", "St Mary's Health System, Inc."],
  ['NOWHERE RADIOLOGY SPECIALISTS, P.A.', 'Nowhere Radiology Specialists, P.A.'],
  ['PROGRESSIVE MRI LLC', 'Progressive MRI LLC'],
  ['TEXAS A & M UNIVERSITY COLLEGE OF MEDICINE', 'Texas A & M University College of Medicine'],
  ['THE CLINIC AT THE LAKE', 'The Clinic at the Lake'],
  ['VSRD PLLC', 'VSRD PLLC'],
  ['eClinic of Nowhere', 'eClinic of Nowhere'],
])('writes the organization %s as %s', (text, name) => {
  expect(organizationCase(text)).toBe(name)
})
