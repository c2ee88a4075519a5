import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { type ShapeId, shapeId } from '#sync/contract/shapes.ts'
import { type LivePosition, type LiveRequest, liveResponse } from '#sync/contract/wire.ts'
import { type Connection, UnreachableError } from './connection.ts'

/*
 * The live requests of all shapes in one: a browser opens six connections to a host, and each shape
 * would occupy one. A shape that asks while a request is out restarts it with itself included;
 * positions lose nothing by that. After an answer the shapes it named have a moment to ask again
 * before the next request leaves.
 */

/** The longest wait for an answered shape to ask again, while its rows are written. */
const REJOIN_MS = 40
/** How long a request waits for other shapes to join. */
const GATHER_MS = 3
/** The server holds a request for 20 s; a longer one is lost. */
const TIMEOUT_MS = 45_000

/**
 * Two consecutive responses without any shape, each faster than this, count as a failure. A single one
 * does not: the server sends it when the account's teams change.
 */
const HASTY_MS = 1_000

const UP_TO_DATE = JSON.stringify([{ headers: { control: 'up-to-date' } }])

interface Asking {
  position: LivePosition
  answer(response: Response): void
  fail(error: unknown): void
}

interface GatheredLiveOptions {
  connection: Connection
  userId: string
}

/** Requests the changes of all shapes in one request that the server holds open. */
export class GatheredLive {
  private readonly asking = new Map<ShapeId, Asking>()
  /** Shapes that were answered and have not asked again. */
  private missing = new Set<ShapeId>()
  private out: { abort: AbortController; since: number } | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private wasHasty = false

  constructor(private readonly options: GatheredLiveOptions) {}

  /** Resolves with the shape's part of the response, as if it were requested separately. */
  ask(position: LivePosition, signal: AbortSignal): Promise<Response> {
    const id = this.idOf(position)
    return new Promise((answer, fail) => {
      const asking = { position, answer, fail }
      this.asking.set(id, asking)
      this.missing.delete(id)
      signal.addEventListener('abort', () => {
        if (this.asking.get(id) === asking) this.asking.delete(id)
        if (this.asking.size === 0) this.out?.abort.abort()
        fail(new UnreachableError('Nobody waits for it any more.'))
      })
      this.sendIn(this.missing.size > 0 ? REJOIN_MS : GATHER_MS)
    })
  }

  /**
   * Aborts a request older than this: its connection may be gone.
   * @param shapes only these ask again, all by default; the request continues for the others.
   */
  restart(minimumAgeMs: number, shapes?: ReadonlySet<ShapeId>): void {
    const isOld = this.out && ageOf(this.out) >= minimumAgeMs
    const renewed = [...this.asking].filter(([id]) => shapes?.has(id) ?? true)
    if (!isOld || renewed.length === 0) return
    for (const [id, { fail }] of renewed) {
      this.asking.delete(id)
      fail(new UnreachableError('Asked anew.'))
    }
    if (this.asking.size > 0) this.sendIn(REJOIN_MS)
    else this.failAll(new UnreachableError('Asked anew.'))
  }

  private idOf({ name, owner }: Pick<LivePosition, 'name' | 'owner'>): ShapeId {
    return shapeId(name, owner ?? this.options.userId)
  }

  private sendIn(delayMs: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.send(), delayMs)
  }

  private async send(): Promise<void> {
    this.missing.clear()
    this.out?.abort.abort()
    if (this.asking.size === 0) return
    const { connection, userId } = this.options
    const out = { abort: new AbortController(), since: Date.now() }
    this.out = out
    const asked = new Map(this.asking)
    try {
      const response = await connection.send('/api/shapes/live', {
        json: {
          version: CONTRACT_VERSION,
          user_id: userId,
          shapes: [...asked.values()].map(({ position }) => position),
        } satisfies LiveRequest,
        timeoutMs: TIMEOUT_MS,
        signal: out.abort.signal,
      })
      // Each shape then asks separately, which shows whose position was refused.
      if (![200, 204].includes(response.status)) {
        throw new UnreachableError(`Answered ${response.status}.`)
      }
      // Without shapes the server is stopping, or the account's teams changed. The request is sent
      // again.
      const { shapes } =
        response.status === 204 ? { shapes: [] } : liveResponse.parse(await response.json())
      if (this.out !== out) return
      this.out = undefined
      for (const { status, headers, body, ...shape } of shapes) {
        const id = this.idOf(shape)
        const asking = asked.get(id)
        if (!asking || this.asking.get(id) !== asking) continue
        this.asking.delete(id)
        this.missing.add(id)
        asking.answer(
          // Tells the client that the shape is still up to date.
          status === 204
            ? new Response(UP_TO_DATE, { headers })
            : new Response(body, { status, headers }),
        )
      }
      const isHasty = shapes.length === 0 && ageOf(out) < HASTY_MS
      if (isHasty && this.wasHasty) connection.failed()
      this.wasHasty = isHasty
      this.sendIn(shapes.length > 0 ? REJOIN_MS : GATHER_MS)
    } catch (error) {
      if (this.out !== out) return
      if (!(error instanceof UnreachableError)) connection.failed()
      this.failAll(error)
    }
  }

  private failAll(error: unknown): void {
    this.out?.abort.abort()
    this.out = undefined
    const asking = [...this.asking.values()]
    this.asking.clear()
    this.missing.clear()
    for (const { fail } of asking) fail(error)
  }
}

/**
 * The age by the wall clock, which runs on while a device sleeps. After it was set back, every request
 * counts as old.
 */
function ageOf({ since }: { since: number }): number {
  const age = Date.now() - since
  return age < 0 ? Infinity : age
}
