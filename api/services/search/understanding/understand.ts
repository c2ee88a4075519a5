import type { TextQuery } from '#api/services/search/text-query.ts'
import type { Reading } from '#db/schema/search.ts'
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

/** A text as it was understood. */
export interface Understanding {
  clauses: TextQuery
  /** How each part was read, in the order of the text. */
  interpretation: Reading[]
  /** What the reader should know: that contacts cannot be searched, that only filler was typed. */
  notice?: string
}

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
  const chosen = withExclusions(withoutPast(chooseReadings(options), parts), parts)
  const groups = widenFields(groupsOf(chosen, parts), parts)
  const interpretation = readingsOf(groups, { text, parts, options, corrections })
  const asked = groups.filter(([first]) => first?.kind !== 'filler')
  const others = asked.filter(([first]) => first?.kind !== 'contact')
  if (others.length < asked.length) {
    // Alone it finds nobody; with a name beside it, whoever has that name.
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
