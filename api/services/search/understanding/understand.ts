import type { Reading } from '#api/contract/search.ts'
import type { TextQuery } from '#api/services/search/text-query.ts'
import { weighByNeighbours } from './ambiguity.ts'
import { clausesOf, groupsOf, readingsOf } from './assemble.ts'
import { chooseReadings } from './choose.ts'
import { corrected } from './correction.ts'
import type { Directory } from './directory.ts'
import { widenFields } from './fields.ts'
import { withExclusions } from './negation.ts'
import { NOTICES, noticeOf } from './notices.ts'
import { withoutPast } from './past.ts'
import { optionsOf } from './readings.ts'
import { partsOf } from './text-parts.ts'

/** A text as understood. */
export interface Understanding {
  clauses: TextQuery
  /** The reading of each part, in the order of the text. */
  interpretation: Reading[]
  /** A message for the user: that contacts cannot be searched, that the text was only filler. */
  notice?: string
}

/**
 * Understands a search's text: which parts are specialties, credentials, places, names or
 * employers, and which are filler. Pure: the same text over the same directory always has the same
 * reading. Every text has a reading, and the work depends only on the number of its words.
 */
export function understand(text: string, directory: Directory): Understanding {
  const typed = partsOf(text)
  const { parts, words: corrections } = corrected(typed, directory)
  const options = optionsOf(parts, directory)
  weighByNeighbours(parts, options)
  const chosen = withExclusions(withoutPast(chooseReadings(options), parts), parts)
  const groups = widenFields(groupsOf(chosen, parts), parts)
  const interpretation = readingsOf(groups, { text, parts, options, corrections })
  const asked = groups.filter(([first]) => first?.kind !== 'filler')
  const others = asked.filter(([first]) => first?.kind !== 'contact')
  if (others.length < asked.length) {
    // A contact alone is a clause that matches no one; beside a name, it is dropped and the name is
    // searched.
    const isAlone = others.length === 0
    return {
      clauses: clausesOf(isAlone ? asked.slice(0, 1) : others),
      interpretation,
      notice: isAlone ? NOTICES.contact : NOTICES.contactLeftOut,
    }
  }
  const notice = noticeOf(groups.flat(), { text, parts, directory })
  const clauses = clausesOf(asked)
  return notice === undefined ? { clauses, interpretation } : { clauses, interpretation, notice }
}
