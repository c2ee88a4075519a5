import { fold, words } from '#api/services/search/text.ts'
import { cityKey, type Directory } from './directory.ts'
import { CONTACTS_ASKED } from './has-contact.ts'
import { specialtyKey, tradeConcept } from './lexicon.ts'
import { phraseKey } from './normal-form.ts'
import {
  contactSense,
  credentialSense,
  employerSense,
  hasContactSense,
  nameSense,
  npiSense,
  phraseSense,
  type Sense,
  skillSense,
  specialtySense,
  spellings,
  titleSense,
  tradeSense,
  wordSense,
} from './option.ts'
import {
  citySense,
  countrySense,
  postalCodeSense,
  regionSense,
  stateSense,
} from './place-senses.ts'
import { COUNTRIES, stateCoded, stateNamed } from './places.ts'
import { regionNamed } from './regions.ts'
import type { ExplicitField, Fixed } from './text-parts.ts'

/** The sense of a quoted text, or of a value given with its field. */
export function fixedSense({ type, value, field }: Fixed, directory: Directory): Sense {
  if (type === 'contact') return contactSense(value)
  if (type === 'quoted') return phraseSense(words(value).join(' '))
  return explicitSense(field as ExplicitField, value, directory)
}

function explicitSense(field: ExplicitField, value: string, directory: Directory): Sense {
  const phrase = words(value).join(' ')
  switch (field) {
    case 'state': {
      const state = stateCoded(phrase) ?? stateNamed(phrase)
      return stateSense(state ?? { code: value.toUpperCase(), name: value })
    }
    case 'country':
      return countrySense(COUNTRIES.get(phrase) ?? value)
    case 'city': {
      const [, city = value, code] = /^(.*),\s*(\p{L}{2})$/u.exec(value) ?? []
      const state = code === undefined ? undefined : stateCoded(fold(code))?.code
      const there = directory
        .cities(cityKey(words(state === undefined ? value : city)))
        .filter((each) => state === undefined || each.state === state)
      const asTyped = {
        city: fold(state === undefined ? value : city),
        state: state ?? '',
        people: 0,
      }
      return citySense(there.length > 0 ? there : [asTyped], state)
    }
    case 'region': {
      const region = regionNamed(phrase)
      return region ? regionSense(region, directory) : wordSense(phrase)
    }
    case 'zip':
      return postalCodeSense(value)
    case 'has': {
      const asked = CONTACTS_ASKED.get(phrase)
      return asked ? hasContactSense(asked) : wordSense(phrase)
    }
    case 'name':
      return nameSense(phrase)
    case 'employer':
      return employerSense(phrase)
    case 'title':
      return titleSense(phrase)
    case 'skill':
      return skillSense(phrase)
    case 'npi':
      return npiSense(phrase)
    case 'specialty':
      return specialtyOf(value, directory)
    case 'credential':
      return credentialOf(value, directory)
  }
}

/**
 * A specialty's own name means only that specialty; another word of the trade means its whole
 * concept.
 */
function specialtyOf(value: string, directory: Directory): Sense {
  const found = directory.specialtySpellings(specialtyKey(value))
  if (found.includes(fold(value))) return specialtySense(found)
  const concept = tradeConcept(phraseKey(words(value)))
  if (concept) return tradeSense(concept, value, directory)
  return specialtySense(spellings(value, specialtyKey(value), directory))
}

/**
 * "PA" is the concept of physician assistants; abbreviations unknown to the trade are read
 * literally.
 */
function credentialOf(value: string, directory: Directory): Sense {
  const concept = tradeConcept(phraseKey(words(value)))
  return concept && concept.credentials.length > 0
    ? tradeSense(concept, value, directory)
    : credentialSense(value)
}
