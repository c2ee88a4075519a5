import type { Logger } from 'pino'
import type {
  EngineQuery,
  EngineResult,
  SearchDocument,
  SearchEngine,
  Selection,
} from '#api/services/search/engine.ts'
import type { SpecialtyCount } from '#db/schema/search.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { FailureKind } from './client.ts'

export interface FallbackEngineOptions {
  primary: SearchEngine
  /** The engine that stands in. @throws while there is none */
  secondary: () => SearchEngine
  /** Why the primary must not be asked, or undefined when it may. */
  whyNotReady: () => Promise<string | undefined>
  /** What a failure of the primary says about it. */
  kindOf: (error: unknown) => FailureKind
  log: Logger
  /** Before the primary is looked at again; twice as long each time, up to `retryMaxMs`. */
  retryMs?: number
  retryMaxMs?: number
}

const RETRY_MS = 500
/** A new index or a server that is back should not stand unused for longer; a look is cheap. */
const RETRY_MAX_MS = 2000
/** So many searches in a row without an answer in time are no slow searches but a hanging server. */
const SLOW_MAX = 3

const NO_ANSWER = 'it does not answer'

/**
 * Asks the primary engine, and the secondary while the primary is away or not complete. A failed
 * search is answered by the secondary, so that nobody notices. Only a primary that is away, or that
 * was slow several times in a row, is left by everybody; the log has one line when it goes and one
 * when it is back.
 */
export class FallbackEngine implements SearchEngine {
  /** Settles when the primary answers for the first time. */
  readonly used: Promise<void>
  private onUsed: () => void = () => undefined
  private isPrimaryUp = false
  /** For whoever asks from outside: without the addresses that errors tell. */
  private whyDown = 'it was not looked at yet'
  private slowInARow = 0
  private isClosed = false
  private retries = 0
  private timer: NodeJS.Timeout | undefined
  /** Whether the log says who answers. */
  private isTold = false
  private probing: Promise<void> = Promise.resolve()

  constructor(private readonly options: FallbackEngineOptions) {
    this.used = new Promise((resolve) => {
      this.onUsed = resolve
    })
  }

  /** Looks at the primary for the first time. It is looked at again until it is ready. */
  start(): Promise<void> {
    this.probing = this.probe()
    return this.probing
  }

  /**
   * Does nothing while searches are answered.
   * @throws AppError `search_unavailable` with the reasons when neither engine could answer
   */
  assertAnswers(): void {
    if (this.isPrimaryUp) return
    try {
      this.options.secondary()
    } catch (error) {
      throw new AppError('search_unavailable', `Typesense: ${this.whyDown}. ${messageOf(error)}`, {
        cause: error,
      })
    }
  }

  /** Looks at the primary at once, unless it is in use. */
  async lookNow(): Promise<void> {
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
    // First: a server that hangs keeps a probe waiting until its connection is closed.
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
        this.judge(error)
        const { log } = this.options
        if (this.isPrimaryUp)
          log.info({ reason: messageOf(error) }, 'One search was answered aside')
      }
    }
    this.assertAnswers()
    return read(this.options.secondary())
  }

  /** The primary catches up on what it misses by itself, so its failure is none of the writer's. */
  private async write(write: (engine: SearchEngine) => Promise<void>): Promise<void> {
    try {
      await write(this.options.primary)
    } catch (error) {
      this.judge(error)
    }
    await write(this.options.secondary())
  }

  /** Whether to leave the primary, by one failure. */
  private judge(error: unknown): void {
    if (!this.isPrimaryUp) return
    const kind = this.options.kindOf(error)
    this.slowInARow = kind === 'slow' ? this.slowInARow + 1 : 0
    if (kind === 'away' || this.slowInARow >= SLOW_MAX) this.leavePrimary(messageOf(error))
  }

  private leavePrimary(reason: string): void {
    this.isPrimaryUp = false
    this.whyDown = NO_ANSWER
    this.slowInARow = 0
    this.retries = 0
    this.tell(reason)
    this.retryLater()
  }

  private async probe(): Promise<void> {
    const { log, whyNotReady } = this.options
    let reason: string | undefined
    try {
      reason = await whyNotReady()
      this.whyDown = reason ?? ''
    } catch (error) {
      reason = messageOf(error)
      this.whyDown = NO_ANSWER
    }
    if (this.isClosed) return
    if (reason !== undefined) {
      this.tell(reason)
      this.retryLater()
      return
    }
    this.isPrimaryUp = true
    this.isTold = false
    this.onUsed()
    log.info('Searches are answered by Typesense')
  }

  private tell(reason: string): void {
    if (this.isTold) return
    this.isTold = true
    this.options.log.warn({ reason }, 'Searches are answered by the embedded engine')
  }

  private retryLater(): void {
    if (this.isClosed) return
    const { retryMs = RETRY_MS, retryMaxMs = RETRY_MAX_MS } = this.options
    const waitMs = Math.min(retryMs * 2 ** this.retries, retryMaxMs)
    this.retries += 1
    // Some jitter: many processes lose a server at once and should not all come back at once.
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
