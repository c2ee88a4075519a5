import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Applier, OtherHistory } from './applier.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import type { Lsn } from './offset.ts'
import type { Shapes } from './shapes.ts'
import { describeSlot, type Session, type Slot, SyncRunsElsewhere, takeSlot } from './slot.ts'
import { ReplicationStream } from './stream.ts'

/** What was written is brought to disk, and the slot confirmed up to it, this often. */
const CONFIRM_MS = 1000
const RETRY_MS = 1000

const PROGRESS_FILE = 'progress.json'

interface FollowerOptions {
  databaseUrl: string
  dir: string
  log: Logger
  applier: Applier
  shapes: Shapes
  silenceMs: number
}

/** What is known of the folder beside its shapes. */
interface Progress {
  /** Server, database and history it was filled from. */
  database: string
  /** Everything before this place is on disk here. The slot is never confirmed past it. */
  flushed: string
  /** The process that wrote last. */
  owner: string
}

/**
 * Follows the database for as long as it is open: takes the slot, brings the shapes to where it
 * begins, streams, and begins again when the stream breaks off.
 */
export class Follower {
  readonly #options: FollowerOptions
  readonly #owner = randomUUID()
  readonly #closing = new AbortController()
  #stream: ReplicationStream | undefined
  #state: 'starting' | 'streaming' | 'waiting' = 'starting'
  #target: Lsn = 0n
  /** As in the folder; nothing before this process has it, and once another one may. */
  #progress: Progress | undefined
  /** What is in the folder is of another history of the database. */
  #isFolderOfAnother = false
  #running: Promise<void> | undefined

  constructor(options: FollowerOptions) {
    this.#options = options
  }

  /** `waiting` is for another process to end; `starting` also after a lost connection. */
  get state(): 'starting' | 'active' | 'waiting' {
    const { received } = this.#options.applier
    if (this.#state !== 'streaming') return this.#state
    return received >= this.#target ? 'active' : 'starting'
  }

  /** Settles when it streams, or waits for its turn. @throws what makes following impossible */
  async start(): Promise<void> {
    await mkdir(this.#options.dir, { recursive: true })
    await new Promise<void>((resolve, reject) => {
      this.#running = this.#follow(resolve, reject)
    })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#stream?.stop()
    await this.#running
  }

  async #follow(onStarted: () => void, onImpossible: (error: unknown) => void): Promise<void> {
    const { shapes, log } = this.#options
    let hasStarted = false
    const started = () => {
      hasStarted = true
      onStarted()
    }
    const confirming = this.#confirmRegularly()
    while (!this.#closing.signal.aborted) {
      try {
        await this.#streamOnce(started)
      } catch (error) {
        if (error instanceof OtherHistory) this.#isFolderOfAnother = true
        if (error instanceof SyncRunsElsewhere) {
          this.#state = 'waiting'
          shapes.release()
          this.#progress = undefined
          started()
        } else if (hasStarted) {
          log.error({ err: error }, 'The replication stream broke off.')
        } else {
          this.#closing.abort()
          onImpossible(error)
        }
      }
      await sleep(RETRY_MS, undefined, { signal: this.#closing.signal }).catch(() => undefined)
    }
    await confirming
  }

  async #streamOnce(onStarted: () => void): Promise<void> {
    const { databaseUrl, applier, silenceMs } = this.#options
    this.#stream = new ReplicationStream({
      databaseUrl,
      receiver: applier,
      prepare: (session) => this.#prepare(session),
      silenceMs,
    })
    try {
      await this.#stream.run(() => {
        this.#state = 'streaming'
        onStarted()
      })
    } finally {
      if (this.#state === 'streaming') this.#state = 'starting'
      // Before the transaction is given up: what is being received may still begin one.
      await this.#stream.stop()
      applier.abort()
      this.#stream = undefined
    }
  }

  /** Brings shapes and slot together: they go on from the same place, or all begins anew. */
  async #prepare(session: Session): Promise<Slot> {
    const { dir, shapes, applier, log } = this.#options
    const slot = await takeSlot(session)
    const left = await readJsonFile<Progress>(join(dir, PROGRESS_FILE))
    // What this process has in memory may be gone, or not be what another one wrote since.
    const isOurs = this.#progress !== undefined && left?.owner === this.#owner
    if (!isOurs) await shapes.restore()
    const isContinued =
      left !== undefined && !this.#isFolderOfAnother && continues(slot, left, shapes.reached)
    if (!isContinued) await shapes.clear()
    if (!isOurs || !isContinued) applier.restart(slot.confirmed)
    await this.#keepProgress({
      database: slot.database,
      flushed: isContinued ? left.flushed : String(slot.confirmed),
      owner: this.#owner,
    })
    this.#isFolderOfAnother = false
    applier.streamFrom(slot.confirmed, shapes.written)
    this.#target = slot.serverEnd
    log.info(`Following ${describeSlot(slot)}; ${isContinued ? 'shapes go on' : 'no shapes yet'}.`)
    return slot
  }

  async #confirmRegularly(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await sleep(CONFIRM_MS, undefined, { signal }).catch(() => undefined)
      try {
        await this.#confirm()
      } catch (error) {
        this.#options.log.error({ err: error }, 'Shapes could not be brought to disk.')
      }
    }
  }

  async #confirm(): Promise<void> {
    const { applier, shapes } = this.#options
    const stream = this.#stream
    const { received } = applier
    if (!stream || !this.#progress || received <= BigInt(this.#progress.flushed)) return
    await shapes.sync()
    // Meanwhile the folder may have become another process's.
    if (this.#stream !== stream) return
    await this.#keepProgress({ ...this.#progress, flushed: String(received) })
    stream.confirm(received)
  }

  async #keepProgress(progress: Progress): Promise<void> {
    await writeJsonFile(join(this.#options.dir, PROGRESS_FILE), progress)
    this.#progress = progress
  }
}

/**
 * Whether a slot brings all that comes after what is on disk, and nothing else. A server that was put
 * back to an earlier state is behind it, or goes on from there in another history.
 * @param reached the last place that any shape knows of
 */
function continues(slot: Slot, { database, flushed }: Progress, reached: Lsn): boolean {
  const isSame = !slot.isNew && slot.database === database
  return (
    isSame &&
    slot.confirmed <= BigInt(flushed) &&
    BigInt(flushed) <= slot.insertEnd &&
    reached <= slot.insertEnd
  )
}
