import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { tryWithLock } from '#db/advisory-lock.ts'
import type { Sql } from '#db/client.ts'
import { connectionUrl } from '#db/connection-url.ts'
import { REMOVED_CHANNEL } from '#db/schema/candidates.ts'
import { AppError } from '#sync/contract/errors.ts'
import { ChangeFollower, CursorError, follow } from './changes.ts'
import { databaseChecksum, isSameChecksum } from './checksum.ts'
import { databaseIdentity } from './document-source.ts'
import { buildSnapshot, forkSnapshotBuild, type OnProgress } from './embedded/build-snapshot.ts'
import type { Dictionary } from './embedded/dictionary.ts'
import { EmbeddedEngine } from './embedded/embedded-engine.ts'
import { readSnapshot, SnapshotError } from './embedded/snapshot.ts'
import type { SearchEngine } from './engine.ts'
import type { Directory } from './understanding/directory.ts'

/** Up to this many people, building in this process is faster than starting a child process. */
const BUILT_HERE_MAX = 1000

export interface OpenSearchOptions {
  sql: Sql
  /** The data folder; the snapshot is stored in its folder `search/`. */
  dataDir: string
  log: Logger
  /** Called with the progress of a build: people done and their total. */
  onProgress?: OnProgress
}

/** The engines behind a search, and the state of their indexes. */
export interface Search {
  /**
   * The engine that serves searches at present.
   * @throws AppError `search_unavailable` when there is none
   */
  engine(): SearchEngine
  /** The directory's terms; undefined while there is no embedded index. */
  dictionary(): Dictionary | undefined
  /** The directory for the understanding of text; undefined while there is no embedded index. */
  vocabulary(): Directory | undefined
  /**
   * These people as results show them, a JSON array of `Candidate`, from the embedded index. The
   * state is that of its last poll of the database, two seconds ago at most, without anybody
   * removed since. Undefined when the index does not hold one of them for certain.
   */
  people(ordinals: readonly number[]): Buffer | undefined
  /** The state of the embedded index; undefined while there is none. */
  index(): IndexState | undefined
  /** Settles when searches can be served: with the snapshot loaded, or an index built. */
  ready: Promise<void>
  /** Builds a new index while the current one serves searches, and then replaces it. */
  rebuild(): Promise<void>
  close(): Promise<void>
}

/** How large an index is, and how old. */
export interface IndexState {
  people: number
  /** Size of its file. */
  bytes: number
  builtAt: Date
  /** When the index last had every change of the database. */
  followedAt: Date
}

/** The greatest age of a card; the index polls the database every second. */
const CARD_AGE_MAX_MS = 2_000

/** How often the index is compared with the whole table. */
const CHECK_INTERVAL_MS = 3_600_000

/** How often a process checks whether another one is still building. */
const TURN_LOOK_MS = 250

/** Backoff after a failed build. */
const REBUILD_RETRY_MS = 60_000

/**
 * After this many changes during a rebuild, further ones are not indexed: the new index will hold
 * them, and an import of millions must not fill the memory.
 */
const HELD_CHANGES_MAX = 200_000

/**
 * Opens the embedded search engine: loads the snapshot, or builds one (a large one in a process of
 * its own), and follows the database from there. Recovers by itself from a damaged snapshot, a lost
 * database connection, and an index that differs from the database.
 */
export function openSearch(options: OpenSearchOptions): Search {
  const index = new LiveIndex(options)
  const ready = index.open()
  // The caller awaits it after other parts are open; until then a failure is nobody's, and would end the process.
  ready.catch(() => undefined)
  return {
    engine: () => index.engine(),
    dictionary: () => index.dictionary(),
    vocabulary: () => index.vocabulary(),
    people: (ordinals) => index.people(ordinals),
    index: () => index.state(),
    ready,
    rebuild: () => index.rebuild(),
    close: () => index.close(),
  }
}

interface Current {
  engine: EmbeddedEngine
  follower: ChangeFollower
  file: { bytes: number; builtAt: Date }
  followedAt: Date
  /** When its last poll of the database began, by the process's clock. */
  asOfMs: number
  /** Whether a comparison found that it differs from the database. */
  isWrong: boolean
}

class LiveIndex {
  private current: Current | undefined
  private opening: Promise<void> | undefined
  private building: Promise<void> | undefined
  private looking: Promise<number> = Promise.resolve(0)
  private stopFollowing: (() => Promise<void>) | undefined
  private unlisten: (() => Promise<void>) | undefined
  private removedAtMs = Number.NEGATIVE_INFINITY
  private nextCheckAt = 0
  private nextRebuildAt = 0
  private readonly closing = new AbortController()
  private readonly path: string

  constructor(private readonly options: OpenSearchOptions) {
    this.path = join(options.dataDir, 'search', 'index.snapshot')
  }

  engine(): SearchEngine {
    if (this.current) return this.current.engine
    throw new AppError('search_unavailable', 'The search index is being prepared.')
  }

  dictionary(): Dictionary | undefined {
    return this.current?.engine.dictionary
  }

  vocabulary(): Directory | undefined {
    return this.current?.engine.vocabulary
  }

  people(ordinals: readonly number[]): Buffer | undefined {
    if (!this.current) return undefined
    const { engine, asOfMs, isWrong } = this.current
    const isFresh = asOfMs > this.removedAtMs && performance.now() - asOfMs < CARD_AGE_MAX_MS
    if (!isFresh || isWrong) return undefined
    try {
      return engine.people(ordinals)
    } catch (error) {
      this.options.log.error({ err: error }, 'The search index’s file cannot be read')
      return undefined
    }
  }

  state(): IndexState | undefined {
    if (!this.current) return undefined
    const { engine, file, followedAt } = this.current
    return { people: engine.checksum().people, ...file, followedAt }
  }

  open(): Promise<void> {
    this.opening = this.start()
    return this.opening
  }

  private async start(): Promise<void> {
    const { log, sql } = this.options
    const removed = () => {
      this.removedAtMs = performance.now()
    }
    // Also called whenever LISTEN begins again, as notifications in between are lost.
    this.unlisten = (await sql.listen(REMOVED_CHANNEL, removed, removed)).unlisten
    try {
      this.current = await this.load()
    } catch (error) {
      if (!(error instanceof SnapshotError || error instanceof CursorError)) throw error
      log.info({ reason: error.message }, 'Building the search index')
      await this.rebuild()
      // The index was just built from the database, so the comparison with it can wait.
      this.nextCheckAt = Date.now() + CHECK_INTERVAL_MS
    }
    if (this.closing.signal.aborted) return
    this.stopFollowing = follow(() => this.poll(), {
      onFailure: (error) => log.error({ err: error }, 'Search cannot follow the database'),
      onRecovery: () => log.info('Search follows the database again'),
    })
  }

  rebuild(): Promise<void> {
    this.building ??= this.build().finally(() => {
      this.building = undefined
    })
    return this.building
  }

  async close(): Promise<void> {
    this.closing.abort()
    // The failures of work that closing interrupts are thrown to its own callers.
    await this.opening?.catch(() => undefined)
    await this.stopFollowing?.()
    await this.unlisten?.()
    await this.building?.catch(() => undefined)
    await this.current?.engine.close()
    this.current = undefined
  }

  private async load(): Promise<Current> {
    const { sql, log } = this.options
    const { head, data } = await readSnapshot(this.path, await databaseIdentity(sql))
    const engine = new EmbeddedEngine(data, (error) =>
      log.error({ err: error }, 'A card could not be erased from the search index’s file'),
    )
    try {
      await engine.vocabulary.prepare()
      const follower = new ChangeFollower(sql, engine, head.cursor)
      const asOfMs = performance.now()
      await follower.catchUp()
      const { size: bytes } = await stat(this.path)
      const builtAt = new Date(head.builtAt)
      return {
        engine,
        follower,
        file: { bytes, builtAt },
        followedAt: new Date(),
        asOfMs,
        isWrong: false,
      }
    } catch (error) {
      // Each attempt would leave its file open, and the database may be unreachable for long.
      await engine.close()
      throw error
    }
  }

  /**
   * Processes that share a folder build one after the other, by a lock in the database, which they
   * also share. A waiting process serves searches from the index that it has.
   */
  private async build(): Promise<void> {
    const { sql, log } = this.options
    const startedAt = Date.now()
    const buildNow = () => this.buildInTurn(startedAt)
    while (!(await tryWithLock(sql, `search:${this.path}`, buildNow))) {
      await sleep(TURN_LOOK_MS, undefined, { signal: this.closing.signal })
    }
    const people = this.current?.engine.checksum().people
    log.info({ people, duration_ms: Date.now() - startedAt }, 'Search index built')
  }

  private async buildInTurn(startedAt: number): Promise<void> {
    // Only a file that was written in the meantime is worth reading.
    const { mtimeMs = 0 } = (await stat(this.path).catch(() => undefined)) ?? {}
    const before = mtimeMs >= startedAt ? await this.load().catch(() => undefined) : undefined
    // Another process that uses this folder has already built the file.
    const isBuilt = before && before.file.builtAt.getTime() >= startedAt
    if (before && !isBuilt) await before.engine.close()
    if (!isBuilt) await this.write()
    await this.replace(isBuilt ? before : await this.load())
  }

  private async write(): Promise<void> {
    const { sql, onProgress = () => undefined } = this.options
    const [oneMore] = await sql`select from candidates offset ${BUILT_HERE_MAX} limit 1`
    if (oneMore === undefined) await buildSnapshot(sql, this.path, onProgress)
    else
      await forkSnapshotBuild(
        { databaseUrl: connectionUrl(sql), path: this.path },
        { onProgress, signal: this.closing.signal },
      )
  }

  private async replace(next: Current): Promise<void> {
    // A poll that is under way still writes to the old engine; its failure is thrown to its own
    // caller.
    await this.looking.catch(() => undefined)
    const old = this.current
    this.current = next
    await old?.engine.close()
  }

  private poll(): Promise<number> {
    this.looking = this.takeChanges().catch((error: unknown) => {
      if (!(error instanceof CursorError)) throw error
      this.rebuildBeside(error.message)
      return 0
    })
    return this.looking
  }

  private async takeChanges(): Promise<number> {
    if (!this.current) return 0
    const { current } = this
    const { engine, follower } = current
    if (this.building && engine.changes > HELD_CHANGES_MAX) return 0
    const isCheckDue = Date.now() >= this.nextCheckAt
    let isDifferent = false
    const asOfMs = performance.now()
    const count = await follower.catchUp(async (tx) => {
      if (!isCheckDue) return
      this.nextCheckAt = Date.now() + CHECK_INTERVAL_MS
      isDifferent = !isSameChecksum(await databaseChecksum(tx), engine.checksum())
    })
    current.followedAt = new Date()
    current.asOfMs = asOfMs
    current.isWrong ||= isDifferent
    if (isDifferent) this.rebuildBeside('The index differs from the database')
    else if (engine.isOutgrown) this.rebuildBeside('Many people changed')
    return count
  }

  private rebuildBeside(reason: string): void {
    if (this.building || Date.now() < this.nextRebuildAt) return
    const { log } = this.options
    log.info({ reason }, 'Rebuilding the search index')
    this.rebuild().catch((error: unknown) => {
      this.nextRebuildAt = Date.now() + REBUILD_RETRY_MS
      if (!this.closing.signal.aborted)
        log.error({ err: error }, 'The search index could not be built')
    })
  }
}
