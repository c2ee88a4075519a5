interface Sent {
  /** Epoch milliseconds. */
  at: number
  path: string
  method: string
  headers: Headers
  json: unknown
  signal: AbortSignal | null | undefined
}

/** An answer, or the error that a request fails with. */
export type Answer = Response | Error | ((sent: Sent) => Response | Promise<Response>)

/** A stub server with scripted answers, one per request; it records the requests. */
export function scriptedFetch(...answers: Answer[]) {
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input))
    const request: Sent = {
      at: Date.now(),
      path: pathname + search,
      method: init?.method ?? 'GET',
      headers: new Headers(init?.headers),
      json: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
      signal: init?.signal,
    }
    sent.push(request)
    const answer = answers.shift()
    if (!answer) return hanging(request.signal)
    if (answer instanceof Error) throw answer
    return typeof answer === 'function' ? answer(request) : answer
  }
  return { fetch, sent, answers }
}

/** Never answers; rejects when the request is aborted. */
function hanging(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

/** An answer that a proxy has truncated, or inserted text into. */
export const spoilt = (json: string, status = 200) =>
  new Response(json, { status, headers: { 'Content-Type': 'application/json' } })
