import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sql } from '#db/client.ts'
import { type Definition, Definitions } from './definition.ts'
import type { Mutex } from './mutex.ts'
import { type Lsn, parseLsn } from './offset.ts'
import { type PgSnapshot, parsePgSnapshot } from './pg-snapshot.ts'
import { isTableStreamed, publishTable } from './publication.ts'
import { RequestError } from './request-error.ts'
import { Shape } from './shape.ts'
import { type KeptShape, keepShape, readShape, shapeFolders } from './shape-folder.ts'
import { ShapeRouter } from './shape-router.ts'
import { writeSnapshot } from './snapshot.ts'
import { inspectTable, type Table } from './table.ts'
import { blameSlow } from './where-resolve.ts'
import { identifier } from './where-sql.ts'

/** A shape that nobody asked for in so long is dropped; who comes back fetches it anew. */
const UNUSED_MS = 24 * 60 * 60 * 1000

/** A log so long is slower to follow than a new snapshot. */
const MAX_LOG_BYTES = 256 * 1024 * 1024

/** Logs kept open between writes. */
const MAX_OPEN_FILES = 500

/** How long a snapshot waits for a commit that is written but not yet visible. */
const SETTLING_MS = 20
const MAX_SETTLING_TRIES = 500

interface ShapesOptions {
  /** Takes snapshots, within its time limit. */
  sql: Sql
  /** Tries out what clients say; its time limit is short. */
  checks: Sql
  dir: string
  /** Answers are cut at about this size. */
  chunkBytes: number
  log: Logger
  /** Held while a transaction of the stream is worked through. */
  turns: Mutex
  /** Whether a snapshot does not see all that came with the stream already. */
  isStreamAheadOf(snapshot: PgSnapshot): boolean
}

/** All shapes there are, in memory and each in a folder of its own. */
export class Shapes {
  readonly router = new ShapeRouter()
  readonly definitions: Definitions
  readonly #options: ShapesOptions
  readonly #byKey = new Map<string, Shape>()
  readonly #byHandle = new Map<string, Shape>()
  readonly #unsynced = new Set<Shape>()
  readonly #open = new Set<Shape>()

  constructor(options: ShapesOptions) {
    this.#options = options
    this.definitions = new Definitions(options.checks, ({ key }) => this.#byKey.has(key))
  }

  byHandle(handle: string): Shape | undefined {
    return this.#byHandle.get(handle)
  }

  /** The shape of a definition, where there is one. */
  find({ key }: Definition): Shape | undefined {
    return this.#byKey.get(key)
  }

  /** The shape of a definition, made where there is none yet. It may not be `ready`. */
  get(definition: Definition): Shape {
    const existing = this.#byKey.get(definition.key)
    if (existing) return existing
    const handle = randomUUID()
    const dir = join(this.#options.dir, handle)
    const { chunkBytes } = this.#options
    const shape = new Shape({ handle, definition, dir, chunkBytes }, (self) => this.#make(self))
    this.#register(shape)
    shape.ready.catch(() => this.drop(shape))
    return shape
  }

  drop(shape: Shape): void {
    if (shape.isDropped) return
    this.#forget(shape)
    shape.drop()
    void this.#removeFolder(shape)
  }

  /** Lets go of every shape and leaves the folders to whoever follows the database. */
  release(): void {
    for (const shape of [...this.#byHandle.values()]) {
      this.#forget(shape)
      shape.release()
    }
  }

  /** The last place in the write-ahead log that any shape knows of. */
  get reached(): Lsn {
    return this.#last(({ reached }) => reached)
  }

  /** Where the last change committed that any shape has in its log. */
  get written(): Lsn {
    return this.#last(({ written }) => written)
  }

  dropUnused(now = Date.now()): void {
    for (const shape of [...this.#byHandle.values()]) {
      if (now - shape.lastUsedAt > UNUSED_MS || shape.logBytes > MAX_LOG_BYTES) this.drop(shape)
    }
  }

  /** Ends the waiting of every live request. */
  wake(): void {
    for (const shape of this.#byHandle.values()) shape.wake()
  }

  /**
   * Drops shapes whose table is another now, or does not come with the stream any more. Most of it is
   * heard from the stream with the next change; a table that was dropped sends none.
   */
  async dropStale(): Promise<void> {
    const { sql } = this.#options
    const tables = new Map(
      [...this.#byHandle.values()].map((shape) => [
        shape.definition.table.oid,
        shape.definition.table,
      ]),
    )
    for (const table of tables.values()) {
      const isGood = (await this.#isTableUnchanged(table)) && (await isTableStreamed(sql, table))
      if (isGood) continue
      for (const shape of this.router.ofTable(table.oid)) this.drop(shape)
    }
  }

  /** Its log was written to. */
  touched(shape: Shape): void {
    this.#unsynced.add(shape)
    // The most recent ones last.
    this.#open.delete(shape)
    this.#open.add(shape)
    const [oldest] = this.#open
    if (this.#open.size > MAX_OPEN_FILES && oldest) this.#close(oldest)
  }

  /** Lets go of files and live requests; what is on disk stays. */
  close(): void {
    for (const shape of [...this.#open]) this.#close(shape)
    this.wake()
  }

  /** Brings to disk what was written to logs before the call. */
  async sync(): Promise<void> {
    for (const shape of [...this.#unsynced]) {
      this.#unsynced.delete(shape)
      try {
        await shape.sync()
      } catch (error) {
        // One that was dropped meanwhile has no file any more, and needs none.
        if (shape.isDropped) continue
        this.#unsynced.add(shape)
        throw error
      }
    }
  }

  /** Takes up what another process left, as far as it is whole and its table is as it was. */
  async restore(): Promise<void> {
    this.release()
    for (const dir of await shapeFolders(this.#options.dir)) {
      const kept = await readShape(dir)
      if (kept && (await this.#isTableUnchanged(kept.definition.table)))
        this.#restoreShape(kept, dir)
      else await rm(dir, { recursive: true })
    }
  }

  /** Drops all shapes there are, in memory and on disk. */
  async clear(): Promise<void> {
    for (const shape of [...this.#byHandle.values()]) this.drop(shape)
    for (const dir of await shapeFolders(this.#options.dir))
      await rm(dir, { recursive: true, force: true })
  }

  #last(lsnOf: (shape: Shape) => Lsn): Lsn {
    let last = 0n
    for (const shape of this.#byHandle.values()) if (lsnOf(shape) > last) last = lsnOf(shape)
    return last
  }

  #forget(shape: Shape): void {
    this.router.remove(shape)
    this.#byHandle.delete(shape.handle)
    if (this.#byKey.get(shape.definition.key) === shape) this.#byKey.delete(shape.definition.key)
    this.#unsynced.delete(shape)
    this.#open.delete(shape)
  }

  #close(shape: Shape): void {
    this.#open.delete(shape)
    shape.closeFile()
  }

  #register(shape: Shape): void {
    this.#byKey.set(shape.definition.key, shape)
    this.#byHandle.set(shape.handle, shape)
  }

  async #make(shape: Shape): Promise<void> {
    const { sql } = this.#options
    await publishTable(sql, shape.definition.table)
    await mkdir(shape.dir, { recursive: true })
    for (let tries = 1; !shape.isDropped && !(await this.#takeSnapshot(shape)); tries++) {
      if (tries === MAX_SETTLING_TRIES) throw new Error('A commit does not become visible.')
      await sleep(SETTLING_MS)
    }
    if (!shape.isDropped) await keepShape(shape)
  }

  /**
   * Begins between two transactions of the stream, so that each is either in the snapshot or still to
   * come. One is neither: a commit that came with the stream before it became visible.
   * @returns false where there was such a one
   */
  async #takeSnapshot(shape: Shape): Promise<boolean> {
    const { sql, turns, isStreamAheadOf } = this.#options
    return await sql
      .begin('isolation level repeatable read read only', async (tx) => {
        const begun = await turns.run(async () => {
          if (shape.isDropped) return undefined
          const [seen] = await tx<{ snapshot: string; lsn: string }[]>`
          select pg_current_snapshot()::text as snapshot, pg_current_wal_insert_lsn()::text as lsn`
          const snapshot = parsePgSnapshot(seen?.snapshot ?? '')
          if (isStreamAheadOf(snapshot)) return undefined
          shape.begin({ snapshot, lsn: parseLsn(seen?.lsn ?? '') })
          this.router.add(shape)
          return snapshot
        })
        if (!begun) return false
        const { definition, snapshotPath: path, chunkBytes } = shape
        const written = await writeSnapshot(tx, { definition, path, chunkBytes, snapshot: begun })
        shape.snapshotWritten(written)
        return true
      })
      .catch(blameWhere)
  }

  #restoreShape({ handle, definition, beginning, chunkEnds }: KeptShape, dir: string): void {
    const { chunkBytes } = this.#options
    const shape = new Shape({ handle, definition, dir, chunkBytes }, async (self) => {
      self.begin(beginning)
      self.snapshotWritten(chunkEnds)
    })
    this.#register(shape)
    this.router.add(shape)
    // Who wrote its log may have ended before bringing it to disk, and what is skipped because the log
    // has it is confirmed all the same.
    this.#unsynced.add(shape)
  }

  async #isTableUnchanged(table: Table): Promise<boolean> {
    const name = `${identifier(table.schema)}.${identifier(table.name)}`
    const found = await inspectTable(this.#options.sql, name).catch((error) => {
      if (error instanceof RequestError) return undefined
      throw error
    })
    return JSON.stringify(found) === JSON.stringify(table)
  }

  async #removeFolder(shape: Shape): Promise<void> {
    await shape.ready.catch(() => undefined)
    await rm(shape.dir, { recursive: true, force: true }).catch((error: Error) =>
      this.#options.log.error({ err: error }, 'A dropped shape could not be removed from disk.'),
    )
  }
}

/** A clause may fail on the rows there are, as by dividing by zero, or take too long for them. */
function blameWhere(error: Error & { code?: string }): never {
  if (/^22/.test(error.code ?? '')) throw new RequestError('where', error.message)
  throw blameSlow(error, 'where')
}
