import { describe, expect, it } from 'vitest'
import { read } from './reading-fixture.ts'

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
