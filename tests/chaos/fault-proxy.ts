import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** The faults between a device and its server. */
export const FAULTS = [
  /** The connection breaks before the request arrives. */
  'refused',
  /** The server executes the request; its answer never arrives. */
  'answer lost',
  /** The request arrives twice; the second answer is delivered. */
  'doubled',
  /** Half of the answer, then the connection breaks. */
  'truncated',
  /** A delayed answer, overtaken by those to later requests. */
  'late',
  /** The answer to an earlier request of the same form. */
  'stale',
  /** The server is asked for a shape it does not have (any more), and answers 409. */
  'unknown shape',
  /** 503 and 429, as a load balancer answers them. */
  'unavailable',
  'too many',
] as const
export type Fault = (typeof FAULTS)[number]

/** Faults of answers, at any time after the request. */
const TO_ANSWERS: readonly Fault[] = ['answer lost', 'truncated', 'late', 'stale']

const LATE_MS = 150

const PUSH = 'POST /api/mutations'
const LIVE = 'POST /api/shapes/live'

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** A proxy between one device and the server that injects planned faults. */
export interface FaultProxy {
  url: string
  /** Injects these into the next requests that allow them, one fault each; live requests end for it. */
  plan(faults: Fault[]): void
  /** Resolves when no fault is planned any more: each was injected. */
  spent(): Promise<void>
  /** Refuses every connection and cuts open ones, until it is called with false. */
  cut(isCut: boolean): void
  /**
   * Called for the next push, once for each call: with its request under way, or with the answer
   * arrived and held back.
   */
  onNextPush(when: 'underway' | 'answered', act: () => Promise<void>): void
  /** Drops planned faults and stored answers: from now on everything passes. */
  heal(): void
  close(): Promise<void>
}

/** @param target the server's present port; it may change between requests. */
export async function openFaultProxy(target: () => number): Promise<FaultProxy> {
  let planned: Fault[] = []
  const whenSpent: (() => void)[] = []
  const live = new Set<IncomingMessage>()
  let isCut = false
  let pushes: { when: 'underway' | 'answered'; act: () => Promise<void> }[] = []
  const earlier = new Map<string, Answer>()

  const forward = (incoming: IncomingMessage, body: Buffer, path?: string) =>
    forwardTo(target(), incoming, body, path)

  /** The next planned fault of these that can apply to a request of this form. */
  function take(isOne: (fault: Fault) => boolean, form: string): Fault | undefined {
    const index = planned.findIndex(
      (fault) => isOne(fault) && !(fault === 'unknown shape' && form === PUSH),
    )
    if (index < 0) return undefined
    const [fault] = planned.splice(index, 1)
    if (planned.length === 0) for (const resolve of whenSpent.splice(0)) resolve()
    return fault
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    if (isCut) return void incoming.socket.destroy()
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://proxy')
    const owner = searchParams.get('owner')
    // Caches keep answers by address: they take none to a later offset for one from the start.
    const isFromStart = searchParams.get('offset') === '-1'
    const form = `${incoming.method} ${pathname}${owner ? ` of ${owner}` : ''}${isFromStart ? ' whole' : ''}`
    const push = form === PUSH ? pushes.shift() : undefined
    if (push) {
      const { when, act } = push
      const answer = forward(incoming, body)
      // The server may be killed meanwhile: then there is no answer, which is intended.
      const settled = answer.then(
        () => undefined,
        () => undefined,
      )
      if (when === 'answered') await settled
      await act()
      return void incoming.socket.destroy()
    }
    const before = take((fault) => !TO_ANSWERS.includes(fault), form)
    if (before === 'refused') return void incoming.socket.destroy()
    if (before === 'unavailable') return void outgoing.writeHead(503).end()
    if (before === 'too many') return void outgoing.writeHead(429, { 'Retry-After': '1' }).end()
    if (before === 'doubled') await forward(incoming, body)
    const isUnknown = before === 'unknown shape'
    if (form === LIVE) live.add(incoming)
    const answer = await forward(
      incoming,
      isUnknown ? withoutHandles(body) : body,
      isUnknown ? withoutHandle(incoming.url ?? '/') : undefined,
    ).finally(() => live.delete(incoming))
    const after = before ? undefined : take((fault) => TO_ANSWERS.includes(fault), form)
    const sent = after === 'stale' ? (earlier.get(form) ?? answer) : answer
    earlier.set(form, answer)
    if (after === 'late') await sleep(LATE_MS)
    if (isCut || after === 'answer lost') return void incoming.socket.destroy()
    const { connection: _connection, 'transfer-encoding': _encoding, ...headers } = sent.headers
    outgoing.writeHead(sent.status, { ...headers, 'content-length': sent.body.length })
    if (after !== 'truncated') return void outgoing.end(sent.body)
    outgoing.write(sent.body.subarray(0, sent.body.length >> 1), () => incoming.socket.destroy())
  }

  const server = createServer((incoming, outgoing) => {
    // The server is unavailable: the device sees a broken connection.
    handle(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    plan(faults) {
      planned.push(...faults)
      for (const { socket } of live) socket.destroy()
    },
    async spent() {
      if (planned.length > 0) await new Promise<void>((resolve) => whenSpent.push(resolve))
    },
    cut(next) {
      isCut = next
      if (isCut) server.closeAllConnections()
    },
    onNextPush(when, act) {
      pushes.push({ when, act })
    },
    heal() {
      planned = []
      isCut = false
      pushes = []
      earlier.clear()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Sends a request on, until its answer is whole or its device has gone. */
function forwardTo(port: number, incoming: IncomingMessage, body: Buffer, path = incoming.url) {
  return new Promise<Answer>((resolve, reject) => {
    const { connection: _connection, ...headers } = incoming.headers
    const { method } = incoming
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      buffer(answer).then(
        (bytes) =>
          resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: bytes }),
        reject,
      )
    })
    const giveUp = () => outgoing.destroy()
    outgoing.on('error', reject)
    outgoing.on('close', () => incoming.socket.off('close', giveUp))
    incoming.socket.once('close', giveUp)
    outgoing.end(body)
  })
}

const UNKNOWN_HANDLE = '1-1'

function withoutHandle(url: string): string {
  return url.replace(/([?&]handle=)[^&]*/, `$1${UNKNOWN_HANDLE}`)
}

/** The combined live request names the handles in its body. */
function withoutHandles(body: Buffer): Buffer {
  const text = body.toString()
  return Buffer.from(text.replace(/("handle":")[^"]*/g, `$1${UNKNOWN_HANDLE}`))
}
