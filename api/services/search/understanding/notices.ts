import { words } from '#api/services/search/text.ts'
import type { TextMatch } from '#api/services/search/text-query.ts'
import type { Directory } from './directory.ts'
import { OTHER_TRADES } from './employers.ts'
import { specialtyKey } from './lexicon.ts'
import { WHY_LEFT_OUT } from './not-held.ts'
import type { Option } from './option.ts'
import type { Part } from './text-parts.ts'

export const NOTICES = {
  contact:
    'Email addresses and phone numbers cannot be searched. Search for the name, the specialty or the place, then reveal the contact.',
  contactLeftOut:
    'Email addresses and phone numbers cannot be searched, so that part of the text was left out.',
  filler: 'These words say nothing about whom to look for. Try a specialty, a name or a place.',
  try: 'Try a specialty, a name or a place.',
} as const

/** The most sentences shown at once: more would not be read. */
const SENTENCES_MAX = 3

interface Read {
  text: string
  parts: readonly Part[]
  directory: Directory
}

/** The notice for a text: parts left out and why, and parts that match no one in the directory. */
export function noticeOf(chosen: readonly Option[], read: Read): string | undefined {
  const sentences = new Set(
    chosen.flatMap((option, index) =>
      isBeforeOtherTrade(chosen, index, read) ? [] : (sentenceOf(option, read) ?? []),
    ),
  )
  const said = [...sentences].slice(0, SENTENCES_MAX)
  const isAsked = chosen.some(({ kind }) => kind !== 'filler' && kind !== 'or')
  if (!isAsked && read.text.trim() !== '') said.push(said.length > 0 ? NOTICES.try : NOTICES.filler)
  return said.length > 0 ? said.join(' ') : undefined
}

/**
 * "Senior software engineer" is one trade that the directory lacks: only the sentence for the last
 * word is shown.
 */
function isBeforeOtherTrade(chosen: readonly Option[], index: number, { parts }: Read): boolean {
  for (let at = index; chosen[at]?.kind === 'word'; at++) {
    const first = parts[chosen[at]?.start ?? 0]
    if (at > index && first?.type === 'word' && first.isAfterComma) return false
    if (OTHER_TRADES.has(chosen[at]?.values[0] ?? '')) return at > index
  }
  return false
}

function sentenceOf(option: Option, { text, parts, directory }: Read): string | undefined {
  const { kind, topic, values, matches, start, end, isExcluded, concept } = option
  const first = parts[start]
  const typed = `“${text.slice(first?.from, parts[end - 1]?.to)}”`
  if (topic === 'partOfState')
    return `${typed} was read as ${values[0]}: parts of a state are not known. Name the cities.`
  if (topic !== undefined)
    return isExcluded
      ? `Nobody was left out for ${typed}: ${WHY_LEFT_OUT[topic]}`
      : `${typed} was left out: ${WHY_LEFT_OUT[topic]}`
  if (isExcluded || first?.type !== 'word') return undefined
  if (concept)
    return matches.some((match) => isHeld(match, directory))
      ? undefined
      : `Nobody in the directory is listed as ${typed}.`
  const [value = ''] = matches.map((match) => match.value)
  switch (kind) {
    case 'word':
      if (directory.people('any', value) > 0) return undefined
      if (!OTHER_TRADES.has(value) && directory.peopleBeginning(value) > 0) return undefined
      return OTHER_TRADES.has(value)
        ? `${typed} is none of the professions here: the directory holds people in human health care.`
        : `Nobody in the directory has ${typed}.`
    case 'organization':
      return directory.peopleOfEmployer(value) > 0
        ? undefined
        : `No employer in the directory is called ${typed}.`
    case 'name':
      return value.split(' ').some((word) => directory.people('name', word) === 0)
        ? `Nobody in the directory is called ${values[0]}.`
        : undefined
    case 'postal_code':
      return directory.people('postalCode', value) > 0
        ? undefined
        : `Nobody in the directory has the postal code ${values[0]}. Try the city or the state.`
    default:
      return undefined
  }
}

/** Whether the directory contains this specialty, or each word of this title, credential or skill. */
function isHeld({ field, value }: TextMatch, directory: Directory): boolean {
  if (field === 'specialty') return directory.specialtySpellings(specialtyKey(value)).length > 0
  const holder = field === 'title' || field === 'credential' ? field : 'any'
  return words(value).every((word) => directory.people(holder, word) > 0)
}
