import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sql } from '#db/client.ts'
import { identifier } from '#db/schema/sql-identifier.ts'
import type { Mutex } from '#sync/server/mutex.ts'
import { type Definition, Definitions } from './definition.ts'
import type { Lsn } from './lsn.ts'
import { currentSnapshot, type PgSnapshot } from './pg-snapshot.ts'
import { isTableStreamed, publishTable } from './publication.ts'
import { asClauseError, RequestError } from './request-error.ts'
import { Shape } from './shape.ts'
import { readShape, type StoredShape, shapeFolders, storeShape } from './shape-folder.ts'
import { ShapeRouter } from './shape-router.ts'
import { writeSnapshot } from './snapshot.ts'
import { inspectTable, type Table } from './table.ts'

/** A shape not requested for this long is dropped; a client that returns fetches it anew. */
const UNUSED_MS = 24 * 60 * 60 * 1000

/** A shape with a longer log is dropped, because a new snapshot takes less time than the log. */
const MAX_LOG_BYTES = 256 * 1024 * 1024

/**
 * A shape with changes is dropped at this age: its snapshot and its log still hold rows that were deleted since.
 */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

/** Number of log files kept open between writes. */
const MAX_OPEN_FILES = 500

/** Pause and number of retries of a snapshot that waits for a commit to become visible. */
const SETTLING_MS = 20
const MAX_SETTLING_TRIES = 500

interface ShapesOptions {
  /** Takes snapshots, within its time limit. */
  sql: Sql
  /** Checks clients' clauses; its time limit is short. */
  checks: Sql
  dir: string
  /** Answers end at about this size. */
  chunkBytes: number
  log: Logger
  /** Held during each transaction of the stream. */
  mutex: Mutex
  /** Whether the stream brought a transaction that the snapshot does not see. */
  isStreamAheadOf(snapshot: PgSnapshot): boolean
}

/** All shapes, in memory and each in a folder of its own. */
export class Shapes {
  readonly router = new ShapeRouter()
  readonly definitions: Definitions
  private readonly shapesByKey = new Map<string, Shape>()
  private readonly shapesByHandle = new Map<string, Shape>()
  private readonly unsynced = new Set<Shape>()
  private readonly open = new Set<Shape>()

  constructor(private readonly options: ShapesOptions) {
    this.definitions = new Definitions(options.checks, ({ key }) => this.shapesByKey.has(key))
  }

  byHandle(handle: string): Shape | undefined {
    return this.shapesByHandle.get(handle)
  }

  /** The shape of a definition, if there is one. */
  find({ key }: Definition): Shape | undefined {
    return this.shapesByKey.get(key)
  }

  /** The shape of a definition, created if there is none. It may not be `ready` yet. */
  get(definition: Definition): Shape {
    const existing = this.shapesByKey.get(definition.key)
    if (existing) return existing
    const handle = randomUUID()
    const dir = join(this.options.dir, handle)
    const { chunkBytes } = this.options
    const shape = new Shape({ handle, definition, dir, chunkBytes }, (self) => this.make(self))
    this.register(shape)
    shape.ready.catch(() => this.drop(shape))
    return shape
  }

  drop(shape: Shape): void {
    if (shape.isDropped) return
    this.forget(shape)
    shape.drop()
    void this.removeFolder(shape)
  }

  /** Forgets every shape and leaves the folders to the process that follows the database. */
  release(): void {
    for (const shape of [...this.shapesByHandle.values()]) {
      this.forget(shape)
      shape.release()
    }
  }

  /** The last place in the write-ahead log that any shape knows of. */
  get reached(): Lsn {
    return this.last(({ reached }) => reached)
  }

  /** Where the last change committed that any shape has in its log. */
  get written(): Lsn {
    return this.last(({ written }) => written)
  }

  /** Drops shapes that are unused, or whose log is old or long. */
  dropOutdated(now = Date.now()): void {
    for (const shape of [...this.shapesByHandle.values()]) {
      const isUnused = now - shape.lastUsedAt > UNUSED_MS
      const isOld = now - shape.createdAt > MAX_AGE_MS && shape.logBytes > 0
      if (isUnused || isOld || shape.logBytes > MAX_LOG_BYTES) this.drop(shape)
    }
  }

  /** Wakes every live request. */
  wake(): void {
    for (const shape of this.shapesByHandle.values()) shape.wake()
  }

  /**
   * Drops shapes whose table changed or is no longer streamed. The stream tells of most such
   * changes with the next row; of a dropped table it tells nothing.
   */
  async dropStale(): Promise<void> {
    const { sql } = this.options
    const tables = new Map(
      [...this.shapesByHandle.values()].map((shape) => [
        shape.definition.table.oid,
        shape.definition.table,
      ]),
    )
    for (const table of tables.values()) {
      const isGood = (await this.isTableUnchanged(table)) && (await isTableStreamed(sql, table))
      if (isGood) continue
      for (const shape of this.router.ofTable(table.oid)) this.drop(shape)
    }
  }

  /** Notes that a shape's log was written to. */
  touched(shape: Shape): void {
    this.unsynced.add(shape)
    // The most recently written shape is last.
    this.open.delete(shape)
    this.open.add(shape)
    const [oldest] = this.open
    if (this.open.size > MAX_OPEN_FILES && oldest) this.closeFile(oldest)
  }

  /** Closes files and ends live requests; the folders stay. */
  close(): void {
    for (const shape of [...this.open]) this.closeFile(shape)
    this.wake()
  }

  /** Flushes what was written to logs before the call. */
  async sync(): Promise<void> {
    for (const shape of [...this.unsynced]) {
      this.unsynced.delete(shape)
      try {
        await shape.sync()
      } catch (error) {
        // A shape dropped meanwhile has no file any more, and needs none.
        if (shape.isDropped) continue
        this.unsynced.add(shape)
        throw error
      }
    }
  }

  /** Restores the shapes another process left, if complete and their tables unchanged. */
  async restore(): Promise<void> {
    this.release()
    for (const dir of await shapeFolders(this.options.dir)) {
      const kept = await readShape(dir)
      if (kept && (await this.isTableUnchanged(kept.definition.table))) this.restoreShape(kept, dir)
      else await rm(dir, { recursive: true })
    }
  }

  /** Drops all shapes, in memory and on disk. */
  async clear(): Promise<void> {
    for (const shape of [...this.shapesByHandle.values()]) this.drop(shape)
    for (const dir of await shapeFolders(this.options.dir))
      await rm(dir, { recursive: true, force: true })
  }

  private last(lsnOf: (shape: Shape) => Lsn): Lsn {
    let last = 0n
    for (const shape of this.shapesByHandle.values()) if (lsnOf(shape) > last) last = lsnOf(shape)
    return last
  }

  private forget(shape: Shape): void {
    this.router.remove(shape)
    this.shapesByHandle.delete(shape.handle)
    if (this.shapesByKey.get(shape.definition.key) === shape)
      this.shapesByKey.delete(shape.definition.key)
    this.unsynced.delete(shape)
    this.open.delete(shape)
  }

  private closeFile(shape: Shape): void {
    this.open.delete(shape)
    shape.closeFile()
  }

  private register(shape: Shape): void {
    this.shapesByKey.set(shape.definition.key, shape)
    this.shapesByHandle.set(shape.handle, shape)
  }

  private async make(shape: Shape): Promise<void> {
    const { sql } = this.options
    await publishTable(sql, shape.definition.table)
    await mkdir(shape.dir, { recursive: true })
    for (let tries = 1; !shape.isDropped && !(await this.takeSnapshot(shape)); tries++) {
      if (tries === MAX_SETTLING_TRIES) throw new Error('A commit does not become visible.')
      await sleep(SETTLING_MS)
    }
    if (!shape.isDropped) await storeShape(shape)
  }

  /**
   * Takes a snapshot between two transactions of the stream, so that each is either in it or still
   * to come. A commit that was streamed before it became visible would be neither.
   * @returns false if there was one
   */
  private async takeSnapshot(shape: Shape): Promise<boolean> {
    const { sql, mutex, isStreamAheadOf } = this.options
    return await sql
      .begin('isolation level repeatable read read only', async (tx) => {
        const begun = await mutex.run(async () => {
          if (shape.isDropped) return undefined
          const point = await currentSnapshot(tx)
          if (isStreamAheadOf(point.snapshot)) return undefined
          shape.begin(point)
          this.router.add(shape)
          return point.snapshot
        })
        if (!begun) return false
        const { definition, snapshotPath: path, chunkBytes } = shape
        const written = await writeSnapshot(tx, { definition, path, chunkBytes, snapshot: begun })
        shape.snapshotWritten(written)
        return true
      })
      .catch((error) => {
        throw asClauseError(error, 'where')
      })
  }

  private restoreShape(
    { handle, definition, beginning, chunkEnds, createdAt }: StoredShape,
    dir: string,
  ): void {
    const { chunkBytes } = this.options
    const shape = new Shape({ handle, definition, dir, chunkBytes }, async (self) => {
      self.begin(beginning)
      self.snapshotWritten(chunkEnds)
    })
    shape.createdAt = createdAt
    this.register(shape)
    this.router.add(shape)
    // The process that wrote the log may have ended before flushing it, and changes skipped because
    // the log has them are confirmed all the same.
    this.unsynced.add(shape)
  }

  private async isTableUnchanged(table: Table): Promise<boolean> {
    const name = `${identifier(table.schema)}.${identifier(table.name)}`
    const found = await inspectTable(this.options.sql, name).catch((error) => {
      if (error instanceof RequestError) return undefined
      throw error
    })
    return JSON.stringify(found) === JSON.stringify(table)
  }

  private async removeFolder(shape: Shape): Promise<void> {
    await shape.ready.catch(() => undefined)
    await rm(shape.dir, { recursive: true, force: true }).catch((error: Error) =>
      this.options.log.error({ err: error }, 'A dropped shape could not be removed from disk.'),
    )
  }
}
