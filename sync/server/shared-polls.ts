import type { ShapeUpstream } from './gatekeeper.ts'

type Ask = ShapeUpstream['shape']

/**
 * The age up to which callers join a live request, longer than a shape server holds one. An older
 * request may have lost its connection silently, and would never end if new callers kept waiting for it.
 */
const JOIN_MAX_MS = 30_000

/** A live request to the shape server, and how many callers wait for its response. */
interface Poll {
  answer: Promise<Answer>
  waiting: number
  end(): void
}

interface Answer extends Pick<Response, 'status' | 'headers'> {
  body: ArrayBuffer | null
}

/**
 * Sends equal live requests as one while they wait: the devices of a team's members follow the same
 * shapes from the same offsets. Each caller's signal ends its own wait alone, the last one's the
 * request. Other requests, whose answers are streamed, pass as they are; a live answer is one chunk
 * of a log at most, and is read whole.
 */
export function sharePolls(ask: Ask): Ask {
  const polls = new Map<string, Poll>()

  function pollOf(params: URLSearchParams): Poll {
    const key = keyOf(params)
    const open = polls.get(key)
    if (open) return open
    const ending = new AbortController()
    const close = () => {
      if (polls.get(key) === poll) polls.delete(key)
    }
    const timer = setTimeout(close, JOIN_MAX_MS)
    timer.unref()
    const poll: Poll = {
      answer: ask(params, ending.signal).then(readWhole),
      waiting: 0,
      end() {
        clearTimeout(timer)
        close()
        ending.abort()
      },
    }
    polls.set(key, poll)
    return poll
  }

  return async (params, signal) => {
    if (params.get('live') !== 'true') return ask(params, signal)
    signal.throwIfAborted()
    const poll = pollOf(params)
    poll.waiting += 1
    try {
      const { body, ...init } = await unlessAborted(poll.answer, signal)
      return new Response(body, init)
    } finally {
      poll.waiting -= 1
      if (poll.waiting === 0) poll.end()
    }
  }
}

/** The parameters on which a response depends; the cursor only separates caches. */
function keyOf(params: URLSearchParams): string {
  const key = new URLSearchParams(params)
  key.delete('cursor')
  return key.toString()
}

async function readWhole(response: Response): Promise<Answer> {
  const { status, headers } = response
  // A status without a body accepts none, not even an empty one.
  return { status, headers, body: response.body && (await response.arrayBuffer()) }
}

function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
