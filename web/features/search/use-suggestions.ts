import { useEffect, useState } from 'react'
import type { Suggestions } from '#api/contract/search-assist.ts'
import type { SuggestedFilter } from '#db/schema/filters.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { suggest } from './search-client.ts'
import { endingsOf, isEmpty, NO_SUGGESTIONS } from './suggestions.ts'

/** Debounce: long enough to skip the letters of a fast typist, too short to notice. */
const TYPING_PAUSE_MS = 60

export interface Answer {
  /** The end of the text that the suggestions complete. */
  ending: string
  suggestions: Suggestions
}

const NOTHING: Answer = { ending: '', suggestions: NO_SUGGESTIONS }

export interface SuggestionsWanted {
  text: string
  /** The filter that the text is a value of; without one, it is a query. */
  filter?: SuggestedFilter | undefined
  isWanted: boolean
}

/**
 * Suggestions for the text, as far as the server has answered. The former ones stay until the next
 * answer, so that nothing blinks. Without a connection there are none.
 */
export function useSuggestions({ text, filter, isWanted }: SuggestionsWanted): Answer {
  const [answer, setAnswer] = useState(NOTHING)

  useEffect(() => {
    const endings = endingsOf(text, filter)
    if (!isWanted || endings.length === 0) return setAnswer(NOTHING)
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      ask(endings, filter, signal).then(
        (next) => {
          if (!signal.aborted) setAnswer(next)
        },
        (error: unknown) => {
          if (signal.aborted) return
          if (!(error instanceof ApiError)) throw error
          setAnswer(NOTHING)
        },
      )
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, filter, isWanted])

  return answer
}

/** The longest ending with a completion. */
async function ask(
  endings: readonly string[],
  filter: SuggestedFilter | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  for (const ending of endings) {
    const suggestions = await suggest({ text: ending, filter }, signal)
    if (!isEmpty(suggestions)) return { ending, suggestions }
  }
  return { ending: endings[0] ?? '', suggestions: NO_SUGGESTIONS }
}
