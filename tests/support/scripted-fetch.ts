interface Sent {
  /** Epoch milliseconds. */
  at: number
  path: string
  method: string
  headers: Headers
  json: unknown
  signal: AbortSignal | null | undefined
}

export type Answer = Response | Error | ((sent: Sent) => Response | Promise<Response>)

/** A server that answers what it was told, one request after the other, and keeps what was sent. */
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

/** Never answers; fails like a request that is given up. */
function hanging(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

/** An answer in which somebody on the way cut something off, or put something in. */
export const spoilt = (json: string, status = 200) =>
  new Response(json, { status, headers: { 'Content-Type': 'application/json' } })
