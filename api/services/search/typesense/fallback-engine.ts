import type { Logger } from 'pino'
import type { SpecialtyCount } from '#api/contract/search.ts'
import type {
  EngineQuery,
  EngineResult,
  SearchDocument,
  SearchEngine,
  Selection,
} from '#api/services/search/engine.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { FailureKind } from './client.ts'

export interface FallbackEngineOptions {
  primary: SearchEngine
  /** The fallback engine. @throws when there is none */
  secondary: () => SearchEngine
  /** The reason why the primary engine must not be used, or undefined when it may. */
  whyNotReady: () => Promise<string | undefined>
  /** Classifies a failure of the primary engine. */
  kindOf: (error: unknown) => FailureKind
  log: Logger
  /** Backoff before the next health check of the primary engine; doubles up to `retryMaxMs`. */
  retryMs?: number
  retryMaxMs?: number
}

const RETRY_MS = 500
/**
 * The longest backoff: a new index or a recovered server should not stay unused, and a check is
 * cheap.
 */
const RETRY_MAX_MS = 2000
/** This many timeouts in a row mean a hanging server, not slow searches. */
const SLOW_MAX = 3

const NO_ANSWER = 'it does not answer'

/**
 * Searches the primary engine, and the secondary one while the primary is unreachable or
 * incomplete. The secondary also answers each search that failed, so that users do not notice. All
 * searches leave the primary only when it is unreachable, or timed out several times in a row; the
 * log has one line when this happens and one when the primary is used again.
 */
export class FallbackEngine implements SearchEngine {
  /** Settles when the primary engine is used for the first time. */
  readonly used: Promise<void>
  private onUsed: () => void = () => undefined
  private isPrimaryUp = false
  /** The reason shown in the health check, which is public: error messages contain addresses. */
  private downReason = 'it has not been checked yet'
  private slowInARow = 0
  private isClosed = false
  private retries = 0
  private timer: NodeJS.Timeout | undefined
  /** Whether the current engine has been logged. */
  private isLogged = false
  private probing: Promise<void> = Promise.resolve()

  constructor(private readonly options: FallbackEngineOptions) {
    this.used = new Promise((resolve) => {
      this.onUsed = resolve
    })
  }

  /** Checks the primary engine for the first time; the check repeats until the engine is ready. */
  start(): Promise<void> {
    this.probing = this.probe()
    return this.probing
  }

  /** Returns when searches can be answered. */
  assertAnswers(): void {
    if (this.isPrimaryUp) return
    try {
      this.options.secondary()
    } catch (error) {
      throw new AppError(
        'search_unavailable',
        `Typesense: ${this.downReason}. ${messageOf(error)}`,
        {
          cause: error,
        },
      )
    }
  }

  /** Checks the primary engine at once, unless it is in use. */
  async checkNow(): Promise<void> {
    await this.probing
    if (this.isPrimaryUp || this.isClosed) return
    clearTimeout(this.timer)
    await this.start()
  }

  search(query: EngineQuery): Promise<EngineResult> {
    return this.answer((engine) => engine.search(query))
  }

  selectIds(selection: Selection, limit: number): Promise<EngineResult> {
    return this.answer((engine) => engine.selectIds(selection, limit))
  }

  specialtyCounts(): Promise<SpecialtyCount[]> {
    return this.answer((engine) => engine.specialtyCounts())
  }

  upsert(documents: SearchDocument[]): Promise<void> {
    return this.write((engine) => engine.upsert(documents))
  }

  remove(ordinals: number[]): Promise<void> {
    return this.write((engine) => engine.remove(ordinals))
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    // This comes first: a check of a hanging server waits until its connection is closed.
    await this.options.primary.close()
    await this.probing
  }

  private async answer<T>(read: (engine: SearchEngine) => Promise<T>): Promise<T> {
    if (this.isPrimaryUp) {
      try {
        const result = await read(this.options.primary)
        this.slowInARow = 0
        return result
      } catch (error) {
        this.handleFailure(error)
        const { log } = this.options
        if (this.isPrimaryUp)
          log.info({ reason: messageOf(error) }, 'One search was answered by the fallback engine')
      }
    }
    this.assertAnswers()
    return read(this.options.secondary())
  }

  /**
   * The primary engine's own follower repeats the write, so a failure is not reported to the
   * caller.
   */
  private async write(write: (engine: SearchEngine) => Promise<void>): Promise<void> {
    try {
      await write(this.options.primary)
    } catch (error) {
      this.handleFailure(error)
    }
    await write(this.options.secondary())
  }

  /** Leaves the primary engine if a failure is a reason to. */
  private handleFailure(error: unknown): void {
    if (!this.isPrimaryUp) return
    const kind = this.options.kindOf(error)
    this.slowInARow = kind === 'slow' ? this.slowInARow + 1 : 0
    if (kind === 'away' || this.slowInARow >= SLOW_MAX) this.switchToSecondary(messageOf(error))
  }

  private switchToSecondary(reason: string): void {
    this.isPrimaryUp = false
    this.downReason = NO_ANSWER
    this.slowInARow = 0
    this.retries = 0
    this.logFallback(reason)
    this.retryLater()
  }

  private async probe(): Promise<void> {
    const { log, whyNotReady } = this.options
    let reason: string | undefined
    try {
      reason = await whyNotReady()
      this.downReason = reason ?? ''
    } catch (error) {
      reason = messageOf(error)
      this.downReason = NO_ANSWER
    }
    if (this.isClosed) return
    if (reason !== undefined) {
      this.logFallback(reason)
      this.retryLater()
      return
    }
    this.isPrimaryUp = true
    this.isLogged = false
    this.onUsed()
    log.info('Searches are answered by Typesense')
  }

  private logFallback(reason: string): void {
    if (this.isLogged) return
    this.isLogged = true
    this.options.log.warn({ reason }, 'Searches are answered by the embedded engine')
  }

  private retryLater(): void {
    if (this.isClosed) return
    const { retryMs = RETRY_MS, retryMaxMs = RETRY_MAX_MS } = this.options
    const waitMs = Math.min(retryMs * 2 ** this.retries, retryMaxMs)
    this.retries += 1
    // The delay has jitter: many processes lose a server at once and should not all return at once.
    this.timer = setTimeout(
      () => {
        this.probing = this.probe()
      },
      waitMs * (0.75 + Math.random() / 2),
    )
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
