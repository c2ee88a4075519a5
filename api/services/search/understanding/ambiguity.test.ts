import { describe, expect, it } from 'vitest'
import { directory, read } from './reading-fixture.ts'
import { understand } from './understand.ts'

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
    ['therapist', 'specialty Psychotherapist'],
    ['pediatric therapists', 'specialty Pediatrics; specialty PT, OT or SLP'],
    ['therapist pediatrics', 'specialty PT, OT or SLP; specialty Pediatrics'],
    ['home health therapist texas', 'skill Home health; specialty PT, OT or SLP; state Texas'],
    [
      'pediatric therapist lcsw',
      'specialty Pediatrics; specialty Psychotherapist; credential Clinical Social Work',
    ],
    [
      'therapist mental health pediatrics',
      'specialty Psychotherapist; specialty Mental health; specialty Pediatrics',
    ],
    [
      'pediatrician or therapist',
      'either1 specialty Pediatrics; either1 specialty Psychotherapist',
    ],
    ['therapist -pediatrics', 'specialty Psychotherapist; not specialty Pediatrics'],
    ['therapists not in pediatrics', 'specialty Psychotherapist; not specialty Pediatrics'],
    ['geriatric psych therapist', 'specialty Geriatric Psychiatry; specialty Psychotherapist'],
    ['pediatric speech therapist', 'specialty Pediatrics; specialty Speech-Language Pathology'],
    ['RT', 'credential Respiratory Therapy'],
    ['RT mammography', 'specialty Radiologic technologist; skill Mammography'],
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
    ['therapist', ['rehab-therapist']],
    ['-therapist', ['-rehab-therapist']],
    ['new york', ['city:"New York"']],
    ['-houston', ['-name:houston']],
  ])('offers the readings of %s that lost: %j', (text, expected) => {
    const { interpretation } = understand(text, directory)
    const offered = interpretation.flatMap(({ alternatives = [] }) => alternatives)
    expect(offered.map((alternative) => alternative.text)).toEqual(expect.arrayContaining(expected))
    // An alternative that replaces the part must be understood as itself.
    for (const { text: instead, kind } of offered)
      expect(understand(instead, directory).interpretation[0]?.kind).toBe(kind)
  })
})
