import { fold, words } from '../text.ts'
import { cityKey, type Directory } from './directory.ts'
import { specialtyKey, tradeConcept } from './lexicon.ts'
import { phraseKey } from './normal-form.ts'
import {
  citySense,
  contactSense,
  countrySense,
  credentialSense,
  employerSense,
  nameSense,
  npiSense,
  phraseSense,
  type Sense,
  skillSense,
  specialtySense,
  spellings,
  stateSense,
  titleSense,
  tradeSense,
} from './option.ts'
import { COUNTRIES, stateCoded, stateNamed } from './places.ts'
import type { ExplicitField, Fixed } from './text-parts.ts'

/** What something in quotes, or named with its field, asks for. */
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
      const cities = directory.cities(cityKey(words(value)))
      return citySense(cities.length > 0 ? cities : [{ city: fold(value), state: '', people: 0 }])
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

/** A specialty under its own name is that one alone; another word of the trade all it stands for. */
function specialtyOf(value: string, directory: Directory): Sense {
  const found = directory.specialtySpellings(specialtyKey(value))
  if (found.includes(fold(value))) return specialtySense(found)
  const concept = tradeConcept(phraseKey(words(value)))
  if (concept) return tradeSense(concept, value, directory)
  return specialtySense(spellings(value, directory))
}

/** "PA" is what physician assistants are found by; letters that the trade does not know are letters. */
function credentialOf(value: string, directory: Directory): Sense {
  const concept = tradeConcept(phraseKey(words(value)))
  return concept && concept.credentials.length > 0
    ? tradeSense(concept, value, directory)
    : credentialSense(value)
}
