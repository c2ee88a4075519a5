import type { Logger } from 'pino'
import type { SearchFilters, SpecialtyCount } from '../../../../db/schema/search.ts'
import type { EngineQuery, EngineResult, SearchDocument, SearchEngine } from '../engine.ts'

export interface FallbackEngineOptions {
  primary: SearchEngine
  /** The engine that stands in. @throws while there is none */
  secondary: () => SearchEngine
  /** Why the primary must not be asked, or undefined when it may. */
  whyNotReady: () => Promise<string | undefined>
  log: Logger
  /** Before the primary is looked at again; twice as long each time, up to `retryMaxMs`. */
  retryMs?: number
  retryMaxMs?: number
}

const RETRY_MS = 1000
const RETRY_MAX_MS = 30_000

/**
 * Asks the primary engine, and the secondary while the primary is away or not complete. A failed
 * answer is answered by the secondary, so that nobody notices but the log: one line when the
 * primary goes and one when it is back.
 */
export class FallbackEngine implements SearchEngine {
  private isPrimaryUp = false
  private isClosed = false
  private retries = 0
  private timer: NodeJS.Timeout | undefined
  /** Whether the log says who answers. */
  private isTold = false
  private probing: Promise<void> = Promise.resolve()

  constructor(private readonly options: FallbackEngineOptions) {}

  /** Looks at the primary for the first time. It is looked at again until it is ready. */
  start(): Promise<void> {
    this.probing = this.probe()
    return this.probing
  }

  search(query: EngineQuery): Promise<EngineResult> {
    return this.answer((engine) => engine.search(query))
  }

  selectIds(filters: SearchFilters, limit: number): Promise<EngineResult> {
    return this.answer((engine) => engine.selectIds(filters, limit))
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
    await this.probing
    await this.options.primary.close()
  }

  private async answer<T>(read: (engine: SearchEngine) => Promise<T>): Promise<T> {
    if (this.isPrimaryUp) {
      try {
        return await read(this.options.primary)
      } catch (error) {
        this.leavePrimary(messageOf(error))
      }
    }
    return read(this.options.secondary())
  }

  /** The primary catches up on what it misses by itself, so its failure is none of the writer's. */
  private async write(write: (engine: SearchEngine) => Promise<void>): Promise<void> {
    try {
      await write(this.options.primary)
    } catch (error) {
      this.leavePrimary(messageOf(error))
    }
    await write(this.options.secondary())
  }

  private leavePrimary(reason: string): void {
    if (!this.isPrimaryUp) return
    this.isPrimaryUp = false
    this.retries = 0
    this.tell(reason)
    this.retryLater()
  }

  private async probe(): Promise<void> {
    const { log, whyNotReady } = this.options
    const reason = await whyNotReady().catch(messageOf)
    if (this.isClosed) return
    if (reason !== undefined) {
      this.tell(reason)
      this.retryLater()
      return
    }
    this.isPrimaryUp = true
    this.isTold = false
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
