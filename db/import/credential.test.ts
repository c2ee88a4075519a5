import fc from 'fast-check'
import { expect, it } from 'vitest'
import { normalizeCredential } from './credential.ts'

it.each([
  ['M.D.', 'MD'],
  ['MD', 'MD'],
  ['M. D.', 'MD'],
  ['M.D', 'MD'],
  ['m d', 'MD'],
  ['D.O.', 'DO'],
  ['PH.D.', 'PhD'],
  ['PHARM D', 'PharmD'],
  ['AU.D.', 'AuD'],
  ['R.PH.', 'RPh'],
  ['PAC', 'PA-C'],
  ['P.A.-C.', 'PA-C'],
  ['FNPC', 'FNP-C'],
  ['M.D., PH.D.', 'MD, PhD'],
  ['MD PHD', 'MD, PhD'],
  ['M.D., M.P.H.', 'MD, MPH'],
  ['RN/FNP', 'RN, FNP'],
  ['OTR/L', 'OTR/L'],
  ['O.T.R./L.', 'OTR/L'],
  ['X/L.D.', 'X, LD'],
  ['RN A.N.D. FNP', 'RN, FNP'],
  ['RN, RN', 'RN'],
  ['NURSE PRACTITIONER', 'NP'],
  ['C.R.N.A. & R.N.', 'CRNA, RN'],
  ['Q.M.H.P.', 'QMHP'],
  ['--', null],
  ['0', null],
  ['DOCTOR', null],
  [null, null],
])('writes %j as %j', (text, expected) => {
  expect(normalizeCredential(text)).toBe(expected)
})

it('changes nothing the second time', () => {
  const text = fc.string({ unit: fc.constantFrom(...'MDPHRNACL.,/- ') })
  fc.assert(
    fc.property(text, (value) => {
      const once = normalizeCredential(value)
      expect(normalizeCredential(once)).toBe(once)
    }),
  )
})
