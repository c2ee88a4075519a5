import { join } from 'node:path'
import type { Definition } from './definition.ts'
import { MESSAGE_SEPARATOR, messagesInFile, READ_BYTES } from './message-list.ts'
import { changeMessages, type Message, type RowChange } from './messages.ts'
import { compareOffsets, type Lsn, type Offset, SNAPSHOT_END } from './offset.ts'
import { isVisible, type PgSnapshot } from './pg-snapshot.ts'
import { type LogPart, type LogRecord, ShapeLog } from './shape-log.ts'
import type { Transaction } from './stream.ts'

/** Larger parts of a transaction go to disk before it ends. Nobody sees them until `publish`. */
const SPILL_BYTES = 1024 * 1024

/** A last transaction larger than this is read from disk. */
const KEPT_BYTES = 64 * 1024

/** What the snapshot of a shape saw. */
export interface Beginning {
  snapshot: PgSnapshot
  /** Later commits are not in it, whatever their ids. */
  lsn: Lsn
}

/**
 * One shape: its snapshot and its log on disk, and who waits for more.
 *
 *     begin ──> snapshot written ──> (add* commit publish)* ──> drop
 *                                     one transaction
 */
export class Shape {
  readonly handle: string
  readonly definition: Definition
  readonly dir: string
  /** Answers are cut at about this size; a client asks for the next part. */
  readonly chunkBytes: number
  /** Settles when the snapshot is on disk, or could not be made. */
  readonly ready: Promise<void>
  lastUsedAt = Date.now()
  /** Nobody gets anything from it any more. */
  isDropped = false
  /** It is dropped here only: its folder may be another process's by now. */
  isReleased = false
  #beginning: Beginning | undefined
  /** Where each chunk of the snapshot ends in its file. */
  #chunkEnds: number[] = []
  #log: ShapeLog | undefined
  /** The last transaction, which nearly everybody asks for; its `after` is what came before it. */
  #latest: (LogPart & { after: Offset | undefined }) | undefined
  /** What a transaction has brought so far; the last message waits for word that it is the last. */
  #pending:
    | { records: LogRecord[]; bytes: number; last: { at: Offset; message: Message } }
    | undefined
  readonly #waiting = new Set<() => void>()

  /** @param make takes the snapshot: calls `begin`, then `snapshotWritten` */
  constructor(
    identity: { handle: string; definition: Definition; dir: string; chunkBytes: number },
    make: (shape: Shape) => Promise<void>,
  ) {
    this.handle = identity.handle
    this.definition = identity.definition
    this.dir = identity.dir
    this.chunkBytes = identity.chunkBytes
    this.ready = make(this)
    // Whoever asks for it is told; that nobody does is no fault of the process.
    this.ready.catch(() => undefined)
  }

  get snapshotPath(): string {
    return join(this.dir, 'snapshot')
  }

  get logPath(): string {
    return join(this.dir, 'log')
  }

  /** Where a client is that has everything. */
  get end(): Offset {
    return this.#log?.publishedEnd ?? SNAPSHOT_END
  }

  /** The last place in the write-ahead log that it knows of. */
  get reached(): Lsn {
    const began = this.#beginning?.lsn ?? 0n
    return began > this.written ? began : this.written
  }

  /** Where the last change committed that was written to its log. */
  get written(): Lsn {
    return this.#log?.end?.lsn ?? 0n
  }

  get logBytes(): number {
    return this.#log?.size ?? 0
  }

  get beginning(): Beginning | undefined {
    return this.#beginning
  }

  get chunkEnds(): readonly number[] {
    return this.#chunkEnds
  }

  /** From here on changes are taken; those the snapshot saw are left out. */
  begin(beginning: Beginning): void {
    this.#beginning = beginning
    this.#log = new ShapeLog(this.logPath, { strideBytes: Math.min(this.chunkBytes, READ_BYTES) })
  }

  snapshotWritten(chunkEnds: number[]): void {
    this.#chunkEnds = chunkEnds
  }

  /** Whether a transaction's changes are to come after the snapshot. */
  takes(tx: Transaction): boolean {
    if (!this.#beginning) return false
    const { snapshot, lsn } = this.#beginning
    return tx.lsn >= lsn || !isVisible(tx.xid, snapshot)
  }

  /** @param op place of the change in its transaction */
  add(tx: Transaction, change: RowChange, op: number): void {
    if (!this.takes(tx)) return
    for (const message of changeMessages(this.definition, change, { lsn: tx.lsn, op }, tx.xid)) {
      const at = { lsn: tx.lsn, op: Number(message.headers.op_position) }
      // The stream begins again from what was confirmed, which may be before what was written.
      if (this.#log?.end && compareOffsets(at, this.#log.end) <= 0) continue
      this.#hold(message, at)
    }
  }

  /** Writes what is left of a transaction. @returns whether there was any */
  commit(): boolean {
    const pending = this.#pending
    if (!pending || !this.#log) return false
    pending.last.message.headers.last = true
    pending.records.push(recordOf(pending.last))
    this.#write(pending.records)
    this.#pending = undefined
    return true
  }

  /** Forgets the beginning of a transaction whose end did not come; it will come again. */
  abort(): void {
    this.#pending = undefined
  }

  /** Lets clients have what is written, and wakes those who wait. */
  publish(): void {
    this.#log?.publish()
    this.wake()
  }

  drop(): void {
    this.isDropped = true
    this.closeFile()
    this.wake()
  }

  release(): void {
    this.isReleased = true
    this.drop()
  }

  /** Until the next change; a process may not hold all files open. */
  closeFile(): void {
    this.#log?.close()
  }

  /** Ends the waiting of everybody. */
  wake(): void {
    for (const resolve of [...this.#waiting]) resolve()
  }

  async sync(): Promise<void> {
    if (this.logBytes > 0) await this.#log?.sync()
  }

  /**
   * What comes after an offset: a chunk of the snapshot, or about `limit` bytes of the log.
   * @param after nothing for the first chunk of the snapshot
   * @returns nothing where nothing comes
   */
  async read(after: Offset | undefined, limit = this.chunkBytes): Promise<LogPart | undefined> {
    if (!after) return this.#chunk(0)
    if (this.#isInSnapshot(after)) return this.#chunk(after.op + 1)
    const latest = this.#latest
    const isLatest =
      latest && compareOffsets(latest.end, this.end) === 0 && isJustBefore(after, latest)
    return isLatest ? latest : this.#log?.read(after, limit)
  }

  /** Whether something comes after an offset. */
  hasMore(after: Offset): boolean {
    const published = this.#log?.publishedEnd
    const isInLog = published !== undefined && compareOffsets(published, after) > 0
    return isInLog || this.#isInSnapshot(after)
  }

  /** Whether an offset lies in this history of the database: in the snapshot, or in a commit it knows. */
  async knows({ lsn }: Offset): Promise<boolean> {
    return lsn === 0n || (await this.#log?.hasCommit(lsn)) === true
  }

  /**
   * Settles on the next publication, when the shape is dropped, after a time, or on abort.
   * @returns false where only the time was over
   */
  async changed(signal: AbortSignal, timeoutMs: number): Promise<boolean> {
    if (this.isDropped || signal.aborted) return true
    return new Promise((resolve) => {
      const settle = (isNews: boolean) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
        this.#waiting.delete(wake)
        resolve(isNews)
      }
      const wake = () => settle(true)
      const timer = setTimeout(() => settle(false), timeoutMs)
      signal.addEventListener('abort', wake)
      this.#waiting.add(wake)
    })
  }

  #isInSnapshot({ lsn, op }: Offset): boolean {
    return lsn === 0n && op + 1 < this.#chunkEnds.length
  }

  #chunk(index: number): LogPart {
    const from = this.#chunkEnds[index - 1] ?? 0
    const to = this.#chunkEnds[index] ?? from
    return { ...messagesInFile(this.snapshotPath, from, to), end: { lsn: 0n, op: index } }
  }

  #hold(message: Message, at: Offset): void {
    const pending = this.#pending
    if (!pending) {
      this.#pending = { records: [], bytes: 0, last: { at, message } }
      return
    }
    const record = recordOf(pending.last)
    pending.records.push(record)
    pending.bytes += record.body.length
    if (pending.bytes > SPILL_BYTES) {
      this.#write(pending.records)
      pending.records = []
      pending.bytes = 0
    }
    pending.last = { at, message }
  }

  #write(records: LogRecord[]): void {
    const after = this.#log?.end
    this.#log?.append(records)
    const bytes = records.reduce((sum, { body }) => sum + body.length, 0)
    const end = records.at(-1)?.offset
    if (!end || bytes > Math.min(KEPT_BYTES, this.chunkBytes)) this.#latest = undefined
    else {
      const body = joinMessages(records)
      this.#latest = { after, end, bytes: body.length, pieces: () => oneBuffer(body) }
    }
  }
}

function recordOf({ at, message }: { at: Offset; message: Message }): LogRecord {
  return { offset: at, body: Buffer.from(JSON.stringify(message)) }
}

function joinMessages(records: LogRecord[]): Buffer {
  const parts = records.flatMap(({ body }, i) => (i === 0 ? [body] : [MESSAGE_SEPARATOR, body]))
  return Buffer.concat(parts)
}

async function* oneBuffer(body: Buffer): AsyncGenerator<Buffer> {
  yield body
}

/** Whether nothing lies between an offset and a part of the log. */
function isJustBefore(
  offset: Offset,
  { after, end }: { after: Offset | undefined; end: Offset },
): boolean {
  if (compareOffsets(offset, end) >= 0) return false
  // Before the first change lies the snapshot.
  return after ? compareOffsets(offset, after) >= 0 : true
}
