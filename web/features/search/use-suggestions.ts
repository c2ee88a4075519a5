import { useEffect, useState } from 'react'
import type { Suggestions } from '#api/contract/search-assist.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { suggest } from './search-client.ts'
import { endingsOf, isEmpty, NO_SUGGESTIONS } from './suggestions.ts'

/** Long enough to skip the letters of a fast typist, too short to be waited for. */
const TYPING_PAUSE_MS = 60

interface Answer {
  /** The end of the text that the suggestions are for. */
  ending: string
  suggestions: Suggestions
}

const NOTHING: Answer = { ending: '', suggestions: NO_SUGGESTIONS }

/**
 * What the text may become, as far as the server has said. What it said of the letters before stays
 * until it says more, so that nothing blinks. Where it cannot be asked, nothing is suggested.
 */
export function useSuggestions(text: string, isWanted: boolean): Answer {
  const [answer, setAnswer] = useState(NOTHING)

  useEffect(() => {
    const endings = endingsOf(text)
    if (!isWanted || endings.length === 0) return setAnswer(NOTHING)
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      ask(endings, signal).then(
        (next) => {
          if (!signal.aborted) setAnswer(next)
        },
        (error: unknown) => {
          if (error instanceof ApiError) setAnswer(NOTHING)
          else if (!signal.aborted) throw error
        },
      )
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, isWanted])

  return answer
}

/** The longest ending that something begins with. */
async function ask(endings: readonly string[], signal: AbortSignal): Promise<Answer> {
  for (const ending of endings) {
    const suggestions = await suggest(ending, signal)
    if (!isEmpty(suggestions)) return { ending, suggestions }
  }
  return { ending: endings[0] ?? '', suggestions: NO_SUGGESTIONS }
}
