import type { SyncNeed } from '#sync/client/status.ts'
import { waitFor } from '#sync/client/wait.ts'
import type { ErrorCode, WireError } from '#sync/contract/errors.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { CONTRACT_HEADER, DEVICE_HEADER, USER_HEADER } from '#sync/contract/wire.ts'

/*
 * Sends pushes, shape requests and live requests through one gate, so that one failure makes all of
 * them wait, and not each find out for itself:
 *
 *   open ──network fault, 429, 5xx──► backing off ──delay, flush──► one tries ──answer, 2 s──► open
 *        ──401──► waiting for the person to sign in ──resume──► open
 *        ──409 client_too_old──► waiting for another build ──resume──► open
 *
 * The connection never gives up: the sender sends again.
 */

/** The longest pause between two attempts. */
const BACKOFF_CAP_MS = 30_000
const BACKOFF_FIRST_MS = 500

/** How long other requests wait for the probe request. A live request is answered late. */
const PROBE_MS = 2_000

/** No usable response came; the gate stays closed for as long as it should be. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

interface ConnectionOptions {
  userId: string
  /** Absent for a device that keeps no rows. */
  deviceId?: string
  fetch: typeof fetch
  baseUrl: string
  /** Factor on all pauses. */
  pauseScale?: number
  onReached(): void
  /** @param isBusy whether the server responded, but cannot serve the request now (429, 5xx). */
  onLost(isBusy: boolean): void
  onNeed(need: SyncNeed | null): void
  /** Receives the server's clock, in epoch milliseconds, with every response to a known session. */
  onContact(serverMs: number | null): void
}

interface Sending {
  json?: unknown
  /** Timeout of the whole response. */
  timeoutMs: number
  signal: AbortSignal
  /**
   * Skips the probe. Pushes do, because the probe is usually a shape request and fails while only shapes
   * are down.
   */
  skipsProbe?: boolean
}

/**
 * A device's only connection to the server.
 * @throws UnreachableError from `send`, where no usable response came.
 */
export class Connection {
  /** Closed while set: `opened` resolves when requests may be sent again. */
  private gate: { opened: Promise<void>; open: () => void; need: SyncNeed | null } | undefined
  /** Whether no request was sent since the last back-off. */
  private isUnprobed = false
  /**
   * The probe, which is the first request after a back-off: resolves with its response, or after a
   * timeout.
   */
  private probe: Promise<void> | undefined
  private failures = 0
  /** Failure count before the last response; restored if that response was unusable. */
  private failuresBefore = 0
  /**
   * Number of closings of the gate: a request sent before the last one does not count as a new failure.
   */
  private closings = 0
  /**
   * Number of sign-ins: a 401 to a request sent before the last one is about the previous session.
   */
  private resumes = 0
  private isReached = false

  constructor(private readonly options: ConnectionOptions) {}

  /**
   * Sends a request when the gate is open. Returns responses with status 200, 204, 400 and 409, read to
   * their end, and the 403 with which the server refuses one team's rows.
   * @throws UnreachableError for all others; the sender may send again at once, and waits at the gate.
   */
  async send(path: string, sending: Sending): Promise<Response> {
    const endProbe = await this.opened(sending)
    try {
      return await this.exchange(path, sending)
    } finally {
      endProbe()
    }
  }

  private async exchange(path: string, { json, timeoutMs, signal }: Sending): Promise<Response> {
    const [closings, resumes] = [this.closings, this.resumes]
    const { userId, deviceId, baseUrl, fetch } = this.options
    let response: Response
    const ended = new AbortController()
    const end = () => ended.abort()
    const timer = setTimeout(end, timeoutMs)
    signal.addEventListener('abort', end)
    try {
      const answer = await fetch(`${baseUrl}${path}`, {
        method: json === undefined ? 'GET' : 'POST',
        headers: {
          [USER_HEADER]: userId,
          [CONTRACT_HEADER]: String(CONTRACT_VERSION),
          ...(deviceId === undefined ? {} : { [DEVICE_HEADER]: deviceId }),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        cache: 'no-store',
        credentials: 'same-origin',
        signal: ended.signal,
      })
      const body = answer.status === 204 ? null : await answer.arrayBuffer()
      response = new Response(body, { status: answer.status, headers: answer.headers })
    } catch (cause) {
      if (signal.aborted) throw new UnreachableError('Nobody waits for it any more.', { cause })
      this.backOff({ closings })
      throw new UnreachableError('The server did not answer.', { cause })
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    }
    if (response.status === 401 && resumes !== this.resumes) {
      throw new UnreachableError('Refused under a session that has another in its place.')
    }
    await this.checkResponse(response, closings)
    return response
  }

  /** Makes all requests back off, because the last response was unusable to its caller. */
  failed(): void {
    this.failures = Math.max(this.failures, this.failuresBefore)
    this.backOff({ closings: this.closings })
  }

  /** Ends a back-off. */
  retryNow(): void {
    this.failures = 0
    if (this.gate?.need === null) this.gate.open()
  }

  /** Opens the gate after the user signed in or updated. */
  resume(): void {
    this.resumes += 1
    this.options.onNeed(null)
    this.gate?.open()
  }

  /** Opens the gate; waiting requests must have been aborted before. */
  close(): void {
    this.gate?.open()
  }

  /**
   * Waits until a request may be sent.
   * @returns a function that ends the probe.
   */
  private async opened({ signal, skipsProbe }: Sending): Promise<() => void> {
    for (;;) {
      const passing = this.gate?.opened ?? (skipsProbe ? undefined : this.probe)
      if (!passing || signal.aborted) break
      await waitFor((done) => void passing.then(done), signal)
    }
    if (signal.aborted) throw new UnreachableError('Nobody waits for it any more.')
    // The probe begins without another await, in which all other requests would be sent.
    return skipsProbe ? () => undefined : this.beginProbe()
  }

  /**
   * Makes the first request after a back-off the probe: a device has dozens of requests, and each would
   * find out for itself that the server is still down.
   */
  private beginProbe(): () => void {
    if (!this.isUnprobed) return () => undefined
    this.isUnprobed = false
    const { promise: probe, resolve } = withResolvers()
    const end = () => {
      clearTimeout(timer)
      if (this.probe === probe) this.probe = undefined
      resolve()
    }
    const timer = setTimeout(end, PROBE_MS)
    this.probe = probe
    return end
  }

  private async checkResponse(response: Response, closings: number): Promise<void> {
    const { status, headers } = response
    const isOurs = isAnswer(response)
    if (status === 401 && isOurs) {
      this.wait('sign_in')
      throw new UnreachableError('The session has ended.')
    }
    if (status === 409 && (await hasCode(response, 'client_too_old'))) {
      this.wait('update')
      throw new UnreachableError('This build is too old.')
    }
    const isRefusal = status === 403 && (await hasCode(response, 'not_a_member'))
    if (!isOurs || !(isRefusal || [200, 204, 400, 409].includes(status))) {
      this.backOff({
        closings,
        retryAfterMs: Number(headers.get('Retry-After') ?? 0) * 1000 || 0,
        isBusy: status === 429 || status >= 500,
      })
      throw new UnreachableError(`The server answered ${status}.`)
    }
    const date = Date.parse(headers.get('Date') ?? '')
    this.options.onContact(Number.isNaN(date) ? null : date)
    // Another request has failed meanwhile, and its result holds.
    if (this.gate) return
    this.failuresBefore = this.failures
    this.failures = 0
    if (this.isReached) return
    this.isReached = true
    this.options.onReached()
  }

  private backOff({
    closings,
    retryAfterMs = 0,
    isBusy = false,
  }: {
    closings: number
    retryAfterMs?: number
    isBusy?: boolean
  }): void {
    if (closings !== this.closings || this.gate) return
    const { pauseScale = 1 } = this.options
    const full = Math.min(BACKOFF_CAP_MS, BACKOFF_FIRST_MS * 2 ** this.failures)
    this.failures += 1
    // Half of the delay is random, so that a thousand devices do not reconnect at once.
    const delayMs = Math.max(retryAfterMs, full * (0.5 + Math.random() / 2)) * pauseScale
    const gate = this.closeGate(null, isBusy)
    const timer = setTimeout(gate.open, delayMs)
    void gate.opened.then(() => clearTimeout(timer))
  }

  private wait(need: SyncNeed): void {
    if (this.gate?.need) return
    this.gate?.open()
    this.closeGate(need)
    this.options.onNeed(need)
  }

  private closeGate(need: SyncNeed | null, isBusy = false) {
    const { promise: opened, resolve } = withResolvers()
    const gate = {
      opened,
      need,
      open: () => {
        if (this.gate === gate) this.gate = undefined
        this.isUnprobed = need === null
        resolve()
      },
    }
    this.gate = gate
    this.closings += 1
    this.isReached = false
    this.options.onLost(isBusy)
    return gate
  }
}

/** Whether the response is our server's, not the login page of a network. */
const isAnswer = ({ status, headers }: Response) =>
  status === 204 || headers.get('Content-Type')?.includes('json') === true

async function hasCode(response: Response, code: ErrorCode): Promise<boolean> {
  try {
    const { error } = (await response.clone().json()) as Partial<WireError>
    return error?.code === code
  } catch {
    // A 409 without our error body belongs to the shape protocol.
    return false
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
