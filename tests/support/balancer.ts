import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 250
/** Far longer than a process under load takes: one that ended refuses at once. */
const LOOK_TIMEOUT_MS = 30_000

/** Requests that may be sent again where the first try got no answer: they change nothing, or once. */
const REPEATABLE = /^(?:GET|HEAD) |^POST \/api\/(?:search|shapes\/live|mutations)\b/

/** One backend of a balancer. */
interface Backend {
  url: string
  isUp: boolean
  /** Requests under way there. */
  open: number
}

/**
 * A reverse proxy over several processes of the app, as small as can be: it asks `/readyz`, sends a
 * request to the ready process with the fewest under way, and to another one where a process gave no
 * answer and the request may be repeated.
 */
export interface Balancer {
  url: string
  backends: readonly Backend[]
  /** Requests that were sent once more. */
  readonly repeated: number
  close(): Promise<void>
}

export async function openBalancer(urls: readonly string[]): Promise<Balancer> {
  const backends: Backend[] = urls.map((url) => ({ url, isUp: false, open: 0 }))
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const closing = new AbortController()
  let repeated = 0

  const look = async (backend: Backend) => {
    while (!closing.signal.aborted) {
      const answer = await fetch(`${backend.url}/readyz`, {
        signal: AbortSignal.timeout(LOOK_TIMEOUT_MS),
      }).catch(() => undefined)
      await answer?.body?.cancel()
      backend.isUp = answer?.ok === true
      await sleep(LOOK_MS, undefined, { signal: closing.signal }).catch(() => 'It closes.')
    }
  }

  /** @returns the ready process with the fewest requests under way, but for those that failed. */
  const pick = (failed: readonly Backend[]) =>
    backends
      .filter((backend) => backend.isUp && !failed.includes(backend))
      .sort((a, b) => a.open - b.open)[0]

  const pass = (from: IncomingMessage, body: Buffer, to: ServerResponse, failed: Backend[]) => {
    const backend = pick(failed)
    if (!backend) {
      to.writeHead(502).end()
      return
    }
    backend.open += 1
    const headers = {
      ...from.headers,
      connection: 'keep-alive',
      'x-forwarded-for': [from.headers['x-forwarded-for'], from.socket.remoteAddress]
        .filter(Boolean)
        .join(', '),
    }
    const { method = 'GET', url: path = '/' } = from
    const sent = request(new URL(path, backend.url), { method, headers, agent }, (answer) => {
      const { connection: _, 'keep-alive': __, ...kept } = answer.headers
      to.writeHead(answer.statusCode ?? 502, kept)
      answer.pipe(to)
      answer.on('error', () => to.destroy())
    })
    sent.on('close', () => {
      backend.open -= 1
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (to.destroyed) return
      if (to.headersSent) {
        to.destroy()
        return
      }
      if (error.code === 'ECONNREFUSED') backend.isUp = false
      else if (!REPEATABLE.test(`${method} ${path}`)) {
        to.writeHead(502).end()
        return
      }
      repeated += 1
      // A connection that was kept may have been closed just then: the same process gets another try.
      pass(from, body, to, sent.reusedSocket ? failed : [...failed, backend])
    })
    to.on('close', () => sent.destroy())
    sent.end(body)
  }

  const server = createServer((from, to) => {
    const chunks: Buffer[] = []
    from.on('data', (chunk: Buffer) => chunks.push(chunk))
    from.on('end', () => pass(from, Buffer.concat(chunks), to, []))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const looking = backends.map(look)
  return {
    url: `http://127.0.0.1:${port}`,
    backends,
    get repeated() {
      return repeated
    },
    async close() {
      closing.abort()
      await Promise.all(looking)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      agent.destroy()
    },
  }
}
