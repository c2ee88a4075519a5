import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Applier, DivergedHistoryError } from './applier.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import type { Lsn } from './lsn.ts'
import type { Shapes } from './shapes.ts'
import { acquireSlot, describeSlot, type Session, type Slot, SlotInUseError } from './slot.ts'
import { ReplicationStream } from './stream.ts'

/** How often logs are flushed, and the slot is confirmed up to there. */
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

/** The state of the folder, stored beside its shapes. */
interface Progress {
  /** Server, database and history that the shapes are from. */
  database: string
  /** Everything before this place is on disk. The slot is never confirmed past it. */
  flushed: string
  /** The process that wrote it last. */
  owner: string
}

/**
 * Follows the database for as long as it is open: takes the slot, brings the shapes to where it
 * begins, streams, and reconnects when the stream breaks off.
 */
export class Follower {
  private readonly owner = randomUUID()
  private readonly closing = new AbortController()
  private stream: ReplicationStream | undefined
  private phase: 'starting' | 'streaming' | 'waiting' = 'starting'
  private target: Lsn = 0n
  /**
   * The folder's progress; undefined until this process owns the folder, and once another one may.
   */
  private progress: Progress | undefined
  /** The shapes in the folder are from another history of the database. */
  private isFolderOfAnother = false
  private running: Promise<void> | undefined

  constructor(private readonly options: FollowerOptions) {}

  /** `waiting` for another process to end; `starting` also after a lost connection. */
  get state(): 'starting' | 'active' | 'waiting' {
    const { received } = this.options.applier
    if (this.phase !== 'streaming') return this.phase
    return received >= this.target ? 'active' : 'starting'
  }

  /**
   * Settles once it streams, or waits for another process.
   * @throws what makes following impossible
   */
  async start(): Promise<void> {
    await mkdir(this.options.dir, { recursive: true })
    await new Promise<void>((resolve, reject) => {
      this.running = this.follow(resolve, reject)
    })
  }

  async close(): Promise<void> {
    this.closing.abort()
    await this.stream?.stop()
    await this.running
  }

  private async follow(
    onStarted: () => void,
    onImpossible: (error: unknown) => void,
  ): Promise<void> {
    const { shapes, log } = this.options
    let hasStarted = false
    const started = () => {
      hasStarted = true
      onStarted()
    }
    const confirming = this.confirmRegularly()
    while (!this.closing.signal.aborted) {
      try {
        await this.streamOnce(started)
      } catch (error) {
        if (error instanceof DivergedHistoryError) this.isFolderOfAnother = true
        if (error instanceof SlotInUseError) {
          this.phase = 'waiting'
          shapes.release()
          this.progress = undefined
          started()
        } else if (hasStarted) {
          log.error({ err: error }, 'The replication stream broke off.')
        } else {
          this.closing.abort()
          onImpossible(error)
        }
      }
      await sleep(RETRY_MS, undefined, { signal: this.closing.signal }).catch(() => undefined)
    }
    await confirming
  }

  private async streamOnce(onStarted: () => void): Promise<void> {
    const { databaseUrl, applier, silenceMs } = this.options
    this.stream = new ReplicationStream({
      databaseUrl,
      receiver: applier,
      prepare: (session) => this.prepare(session),
      silenceMs,
    })
    try {
      await this.stream.run(() => {
        this.phase = 'streaming'
        onStarted()
      })
    } finally {
      if (this.phase === 'streaming') this.phase = 'starting'
      // The stream is stopped before the abort, because a message being received may still begin a
      // transaction.
      await this.stream.stop()
      applier.abort()
      this.stream = undefined
    }
  }

  /** Makes shapes and slot continue from the same place, or drops all shapes. */
  private async prepare(session: Session): Promise<Slot> {
    const { dir, shapes, applier, log } = this.options
    const slot = await acquireSlot(session)
    const left = await readJsonFile<Progress>(join(dir, PROGRESS_FILE))
    // Shapes in memory may be gone, or older than what another process wrote since.
    const isOurs = this.progress !== undefined && left?.owner === this.owner
    if (!isOurs) await shapes.restore()
    const isContinued =
      left !== undefined && !this.isFolderOfAnother && continues(slot, left, shapes.reached)
    if (!isContinued) await shapes.clear()
    if (!isOurs || !isContinued) applier.restart(slot.confirmed)
    await this.saveProgress({
      database: slot.database,
      flushed: isContinued ? left.flushed : String(slot.confirmed),
      owner: this.owner,
    })
    this.isFolderOfAnother = false
    applier.streamFrom(slot.confirmed, shapes.written)
    this.target = slot.serverEnd
    log.info(`Following ${describeSlot(slot)}; ${isContinued ? 'shapes go on' : 'no shapes yet'}.`)
    return slot
  }

  private async confirmRegularly(): Promise<void> {
    const { signal } = this.closing
    while (!signal.aborted) {
      await sleep(CONFIRM_MS, undefined, { signal }).catch(() => undefined)
      try {
        await this.confirm()
      } catch (error) {
        this.options.log.error({ err: error }, 'Shapes could not be brought to disk.')
      }
    }
  }

  private async confirm(): Promise<void> {
    const { applier, shapes } = this.options
    const stream = this.stream
    const { received } = applier
    if (!stream || !this.progress || received <= BigInt(this.progress.flushed)) return
    await shapes.sync()
    // Meanwhile another process may have taken the folder over.
    if (this.stream !== stream) return
    await this.saveProgress({ ...this.progress, flushed: String(received) })
    stream.confirm(received)
  }

  private async saveProgress(progress: Progress): Promise<void> {
    await writeJsonFile(join(this.options.dir, PROGRESS_FILE), progress)
    this.progress = progress
  }
}

/**
 * Whether a slot continues exactly where the folder ends. A server restored to an earlier state is
 * behind it, or goes on from there in another history.
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
