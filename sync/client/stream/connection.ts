import type { SyncNeed } from '#sync/client/status.ts'
import { waitFor } from '#sync/client/wait.ts'
import type { ErrorCode, WireError } from '#sync/contract/errors.ts'
import {
  CONTRACT_HEADER,
  CONTRACT_VERSION,
  DEVICE_HEADER,
  USER_HEADER,
} from '#sync/contract/wire.ts'

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

/** How long all others wait for the one that tries: a live request is answered late. */
const TRIAL_MS = 2_000

/** No usable answer came; the gate stays closed for as long as it should be. */
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
  /** @param isBusy whether the server answered, and cannot do it now (429, 5xx). */
  onLost(isBusy: boolean): void
  onNeed(need: SyncNeed | null): void
  /** Gets the server's clock, in epoch milliseconds, with every answer to a known session. */
  onContact(serverMs: number | null): void
}

interface Sending {
  json?: unknown
  /** Limit for the whole answer. */
  timeoutMs: number
  signal: AbortSignal
  /**
   * Does not wait for the request that tries a server which was away. A push does not: that request mostly
   * asks for a shape, and fails for as long as shapes alone are away.
   */
  isBesideTrial?: boolean
}

/**
 * The one way of a device to the server. @throws UnreachableError from `send`, where no usable
 * answer came.
 */
export class Connection {
  /** Its promise resolves when requests may leave again; undefined while they may. */
  private gate: { opened: Promise<void>; open: () => void; need: SyncNeed | null } | undefined
  /** After a back-off, until a request leaves. */
  private isUntried = false
  /** After a back-off, the first request's: resolves with its answer, or once that took too long. */
  private trial: Promise<void> | undefined
  private failures = 0
  /** Failures before the last answer, counted again if that turns out useless. */
  private ended = 0
  /** How often the gate was closed: a request from before a closing is not a new failure. */
  private closings = 0
  /** How often the user signed in again: a 401 from before is about the previous session. */
  private resumes = 0
  private isReached = false

  constructor(private readonly options: ConnectionOptions) {}

  /**
   * Sends when the gate is open. The server's 200, 204, 400 and 409 are returned, read to their
   * end, and the 403 with which it refuses one team's rows.
   * @throws UnreachableError for all others; the sender may send again at once, and waits at the
   * gate.
   */
  async send(path: string, sending: Sending): Promise<Response> {
    const endTrial = await this.opened(sending)
    try {
      return await this.exchange(path, sending)
    } finally {
      endTrial()
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

  /** The last answer was useless to its caller: all requests back off. */
  failed(): void {
    this.failures = Math.max(this.failures, this.ended)
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

  /** Waits until a request may leave. @returns the function that ends its trial. */
  private async opened({ signal, isBesideTrial }: Sending): Promise<() => void> {
    for (;;) {
      const passing = this.gate?.opened ?? (isBesideTrial ? undefined : this.trial)
      if (!passing || signal.aborted) break
      await waitFor((done) => void passing.then(done), signal)
    }
    if (signal.aborted) throw new UnreachableError('Nobody waits for it any more.')
    // Not after another await, in which all others would leave.
    return isBesideTrial ? () => undefined : this.beginTrial()
  }

  /**
   * The first request after a back-off tries for all: a device has dozens, and each would find out for
   * itself that the server is still away.
   */
  private beginTrial(): () => void {
    if (!this.isUntried) return () => undefined
    this.isUntried = false
    const { promise: trial, resolve } = withResolvers()
    const end = () => {
      clearTimeout(timer)
      if (this.trial === trial) this.trial = undefined
      resolve()
    }
    const timer = setTimeout(end, TRIAL_MS)
    this.trial = trial
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
    // Another request has failed meanwhile: what it found out holds.
    if (this.gate) return
    this.ended = this.failures
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
    // Half of the delay is random, so that a thousand devices do not return at once.
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
        this.isUntried = need === null
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

/** Whether the answer is our server's, not a page of a network that wants a login first. */
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
