import type { Reading } from '../../../../db/schema/search.ts'
import type { TextQuery } from '../text-query.ts'
import { weighByNeighbours } from './ambiguity.ts'
import { clausesOf, groupsOf, readingsOf } from './assemble.ts'
import { chooseReadings } from './choose.ts'
import { corrected } from './correction.ts'
import type { Directory } from './directory.ts'
import { widenFields } from './fields.ts'
import type { Option } from './option.ts'
import { optionsOf } from './readings.ts'
import { type Part, partsOf } from './text-parts.ts'

/** A text as it was understood. */
export interface Understanding {
  clauses: TextQuery
  /** How each part was read, in the order of the text. */
  interpretation: Reading[]
  /** What the reader should know: that contacts cannot be searched, that only filler was typed. */
  notice?: string
}

export const NOTICES = {
  contact:
    'Email addresses and phone numbers cannot be searched. Search for the name, the specialty or the place, then reveal the contact.',
  contactLeftOut:
    'Email addresses and phone numbers cannot be searched, so that part of the text was left out.',
  negation: 'To leave people out, put a minus before what they have: -texas, -"family medicine".',
  filler: 'These words say nothing about whom to look for. Try a specialty, a name or a place.',
} as const

/**
 * Reads what somebody typed into the search box: which parts are specialties, credentials, places,
 * names, employers, and which say nothing. Pure: the same text over the same directory is always
 * read the same way. Any text has an answer, and the work grows with its words alone.
 */
export function understand(text: string, directory: Directory): Understanding {
  const typed = partsOf(text)
  const { parts, words: corrections } = corrected(typed, directory)
  const options = optionsOf(parts, directory)
  weighByNeighbours(parts, options)
  const groups = widened(groupsOf(chooseReadings(options), parts), parts)
  const interpretation = readingsOf(groups, { text, parts, options, corrections })
  const asked = groups.filter(([first]) => first?.kind !== 'filler')
  const others = asked.filter(([first]) => first?.kind !== 'contact')
  if (others.length < asked.length) {
    // Alone it finds nobody; with a name beside it, whoever has that name.
    const isAlone = others.length === 0
    return {
      clauses: clausesOf(isAlone ? asked.slice(0, 1) : others, parts),
      interpretation,
      notice: isAlone ? NOTICES.contact : NOTICES.contactLeftOut,
    }
  }
  if (asked.length === 0 && text.trim() !== '')
    return { clauses: [], interpretation, notice: NOTICES.filler }
  const clauses = clausesOf(asked, parts)
  const isNegated = parts.some((part) => part.type === 'word' && NEGATIONS.has(part.word))
  return isNegated
    ? { clauses, interpretation, notice: NOTICES.negation }
    : { clauses, interpretation }
}

/** Taken for filler: "not in Texas" leaves nobody out, so it has to be said how one does. */
const NEGATIONS: ReadonlySet<string> = new Set(['not', 'without', 'except', 'excluding'])

/** Alternatives of one `OR` are no neighbours: "cardiologist OR nurse" asks for either. */
function widened(groups: readonly Option[][], parts: readonly Part[]): Option[][] {
  const alone = widenFields(
    groups.flatMap((group) => (group.length === 1 ? group : [])),
    parts,
  )
  return groups.map((group) =>
    group.length === 1 ? alone.filter(({ start }) => start === group[0]?.start) : group,
  )
}
