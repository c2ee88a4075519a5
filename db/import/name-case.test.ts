import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nameCase, placeCase } from './name-case.ts'

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

it('changes nothing but case and the full stop after Jr and Sr', () => {
  const letters = fc.string({ unit: fc.constantFrom(..."ABCMVDELAJR -'.") })
  const folded = (text: string) => text.toLowerCase().replaceAll('.', '')
  fc.assert(fc.property(letters, (name) => folded(nameCase(name)) === folded(name)))
})
