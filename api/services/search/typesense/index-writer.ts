import type { Logger } from 'pino'
import { ChangeFollower, CursorError, follow } from '#api/services/search/changes.ts'
import { databaseIdentity, oldestRunning } from '#api/services/search/document-source.ts'
import type { Sql } from '#db/client.ts'
import { AdvisoryLock, WRITER_LOCK } from './advisory-lock.ts'
import type { TypesenseClient } from './client.ts'
import {
  ALIAS,
  dropRelease,
  liveCollection,
  otherReleases,
  readState,
  writeState,
} from './collections.ts'
import { reindex } from './reindex.ts'
import { TypesenseEngine } from './typesense-engine.ts'

export interface IndexWriterOptions {
  sql: Sql
  client: TypesenseClient
  log: Logger
  /** Called when a new index went live. */
  onFilled: () => void
  /** The time between two polls of the database. */
  intervalMs?: number
  /** The time between two clean-ups of earlier releases' indexes. */
  clearIntervalMs?: number
}

/**
 * How often the cursor is stored when nothing changed: few writes, and little to read again after a
 * restart.
 */
const NOTE_INTERVAL_MS = 30_000

/** During a rollout an earlier release keeps using its index, which does no harm. */
const CLEAR_INTERVAL_MS = 600_000

interface Following {
  collection: string
  database: string
  follower: ChangeFollower
  notedAt: number
}

/**
 * Keeps the live index up to date with the database. One process at a time does so: two would
 * overwrite each other with older versions of a person. It fills a new index when there is none, or
 * when the index is of another database or of a later state of this one.
 */
export class IndexWriter {
  private readonly lock: AdvisoryLock
  private readonly closing = new AbortController()
  private readonly stop: () => Promise<void>
  private following: Following | undefined
  private nextClearAt = 0

  constructor(private readonly options: IndexWriterOptions) {
    const { sql, log, intervalMs } = options
    this.lock = new AdvisoryLock(sql, WRITER_LOCK, ALIAS)
    this.stop = follow(() => this.poll(), {
      ...(intervalMs === undefined ? {} : { intervalMs }),
      onFailure: (error) => log.error({ err: error }, 'Typesense cannot follow the database'),
      onRecovery: () => log.info('Typesense follows the database again'),
    })
  }

  async close(): Promise<void> {
    this.closing.abort()
    await this.stop()
    await this.lock.release()
  }

  private async poll(): Promise<number> {
    const { sql, client } = this.options
    if (!(await this.lock.hold())) {
      this.following = undefined
      return 0
    }
    const live = await liveCollection(client)
    if (!live || live !== this.following?.collection) this.following = await this.begin(live)
    const { following } = this
    if (!following) return this.fillNew('There is no index of this database in Typesense')
    try {
      // Read before the poll, so that the poll covers every change below it.
      const reached = await oldestRunning(sql)
      const count = await following.follower.catchUp()
      await this.note(following, reached, count)
      await this.clearOldReleases()
      return count
    } catch (error) {
      if (error instanceof CursorError) return this.fillNew(error.message)
      // A reindex may have dropped the collection meanwhile.
      if ((await liveCollection(client)) !== following.collection) return 0
      throw error
    }
  }

  private async begin(collection: string | undefined): Promise<Following | undefined> {
    const { sql, client } = this.options
    const state = collection && (await readState(client, collection))
    const database = await databaseIdentity(sql)
    if (!collection || !state || state.database !== database) return undefined
    const engine = new TypesenseEngine({ client, collection })
    const follower = new ChangeFollower(sql, engine, state.cursor)
    return { collection, database, follower, notedAt: 0 }
  }

  private async note(following: Following, cursor: string, count: number): Promise<void> {
    const { collection, database } = following
    if (count === 0 && Date.now() < following.notedAt + NOTE_INTERVAL_MS) return
    await writeState(this.options.client, collection, { cursor, database })
    following.notedAt = Date.now()
  }

  /** Drops the indexes of other releases, unless one of their processes still writes them. */
  private async clearOldReleases(): Promise<void> {
    const { sql, client, log, clearIntervalMs = CLEAR_INTERVAL_MS } = this.options
    if (Date.now() < this.nextClearAt) return
    this.nextClearAt = Date.now() + clearIntervalMs
    for (const alias of await otherReleases(client)) {
      const theirs = new AdvisoryLock(sql, WRITER_LOCK, alias)
      try {
        if (!(await theirs.hold())) continue
        await dropRelease(client, alias)
        log.info({ alias }, 'Dropped the Typesense index of another release')
      } finally {
        await theirs.release()
      }
    }
  }

  private async fillNew(reason: string): Promise<number> {
    const { sql, client, log } = this.options
    this.following = undefined
    log.info({ reason }, 'Filling a new Typesense index')
    const people = await reindex({ sql, client, signal: this.closing.signal })
    log.info({ people }, 'The new Typesense index answers')
    this.options.onFilled()
    return people
  }
}
