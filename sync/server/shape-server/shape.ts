import { join } from 'node:path'
import { compareOffsets, type Offset, SNAPSHOT_END } from '#sync/contract/offset.ts'
import type { Definition } from './definition.ts'
import type { Lsn } from './lsn.ts'
import { MESSAGE_SEPARATOR, messagesInFile, READ_BYTES } from './message-list.ts'
import { changeMessages, type Message, type RowChange } from './messages.ts'
import { isVisible, type SnapshotPoint } from './pg-snapshot.ts'
import { type LogPart, type LogRecord, ShapeLog } from './shape-log.ts'
import type { Transaction } from './stream.ts'

/**
 * Larger parts of a transaction go to disk before it ends. Clients cannot read them until
 * `publish`.
 */
const SPILL_BYTES = 1024 * 1024

/** Larger last transactions are read from disk. */
const KEPT_BYTES = 64 * 1024

/**
 * One shape: its snapshot and its log on disk, and the requests that wait for changes.
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
  /** Settles when the snapshot is on disk, or failed. */
  readonly ready: Promise<void>
  lastUsedAt = Date.now()
  /** When its snapshot was taken, also by an earlier process; in ms since 1970. */
  createdAt = Date.now()
  /**
   * When the newest change in its log was committed, in ms since 1970; 0 where that was in an earlier
   * process.
   */
  committedAt = 0
  /** Whether the shape was dropped, and answers no request any more. */
  isDropped = false
  /** Whether it was dropped in memory only, because another process may own its folder. */
  isReleased = false
  private snapshotBeginning: SnapshotPoint | undefined
  /** End of each chunk of the snapshot in its file. */
  private snapshotChunkEnds: number[] = []
  private log: ShapeLog | undefined
  /** The last transaction, which nearly all clients ask for; `after` is the offset before it. */
  private latest: (LogPart & { after: Offset | undefined }) | undefined
  /** The transaction under way; its last message is held back until it is known to be the last. */
  private pending:
    | { records: LogRecord[]; bytes: number; last: { at: Offset; message: Message } }
    | undefined
  private readonly waiting = new Set<() => void>()

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
    // Requests get this error; without a request it must not end the process as unhandled.
    this.ready.catch(() => undefined)
  }

  get snapshotPath(): string {
    return join(this.dir, 'snapshot')
  }

  get logPath(): string {
    return join(this.dir, 'log')
  }

  /** The offset of a client that has everything. */
  get end(): Offset {
    return this.log?.publishedEnd ?? SNAPSHOT_END
  }

  /** The last place in the write-ahead log that the shape knows of. */
  get reached(): Lsn {
    const began = this.snapshotBeginning?.lsn ?? 0n
    return began > this.written ? began : this.written
  }

  /** Where the last change in its log committed. */
  get written(): Lsn {
    return this.log?.end?.lsn ?? 0n
  }

  get logBytes(): number {
    return this.log?.size ?? 0
  }

  get beginning(): SnapshotPoint | undefined {
    return this.snapshotBeginning
  }

  get chunkEnds(): readonly number[] {
    return this.snapshotChunkEnds
  }

  /** Accepts changes from here on, except those the snapshot saw. */
  begin(beginning: SnapshotPoint): void {
    this.snapshotBeginning = beginning
    this.log = new ShapeLog(this.logPath, { strideBytes: Math.min(this.chunkBytes, READ_BYTES) })
  }

  snapshotWritten(chunkEnds: number[]): void {
    this.snapshotChunkEnds = chunkEnds
  }

  /** Whether a transaction comes after the snapshot. */
  isAfterSnapshot(tx: Transaction): boolean {
    if (!this.snapshotBeginning) return false
    const { snapshot, lsn } = this.snapshotBeginning
    return tx.lsn >= lsn || !isVisible(tx.xid, snapshot)
  }

  /** @param op place of the change in its transaction */
  add(tx: Transaction, change: RowChange, op: number): void {
    if (!this.isAfterSnapshot(tx)) return
    for (const message of changeMessages(this.definition, change, { lsn: tx.lsn, op }, tx.xid)) {
      const at = { lsn: tx.lsn, op: Number(message.headers.op_position) }
      // The stream restarts where it was confirmed, which may be before the log's end.
      if (this.log?.end && compareOffsets(at, this.log.end) <= 0) continue
      this.hold(message, at)
    }
  }

  /** Writes the rest of a transaction. @returns whether there was any */
  commit(): boolean {
    const pending = this.pending
    if (!pending || !this.log) return false
    pending.last.message.headers.last = true
    pending.records.push(recordOf(pending.last))
    this.write(pending.records)
    this.pending = undefined
    return true
  }

  /** Forgets a transaction whose commit did not come; it will come again. */
  abort(): void {
    this.pending = undefined
  }

  /**
   * Makes written changes readable, and wakes waiting requests.
   * @param committedAt in ms since 1970
   */
  publish(committedAt: number): void {
    this.committedAt = committedAt
    this.log?.publish()
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

  /** Closes the log until the next change, as the number of open files is limited. */
  closeFile(): void {
    this.log?.close()
  }

  /** Wakes all waiting requests. */
  wake(): void {
    for (const resolve of [...this.waiting]) resolve()
  }

  async sync(): Promise<void> {
    if (this.logBytes > 0) await this.log?.sync()
  }

  /**
   * Reads after an offset: a chunk of the snapshot, or about `limit` bytes of the log.
   * @param after nothing for the first chunk of the snapshot
   * @returns nothing at the end
   */
  async read(after: Offset | undefined, limit = this.chunkBytes): Promise<LogPart | undefined> {
    if (!after) return this.chunk(0)
    if (this.isInSnapshot(after)) return this.chunk(after.op + 1)
    const latest = this.latest
    const isLatest =
      latest && compareOffsets(latest.end, this.end) === 0 && isJustBefore(after, latest)
    return isLatest ? latest : this.log?.read(after, limit)
  }

  /** Whether there are messages after an offset. */
  hasMore(after: Offset): boolean {
    const published = this.log?.publishedEnd
    const isInLog = published !== undefined && compareOffsets(published, after) > 0
    return isInLog || this.isInSnapshot(after)
  }

  /** Whether an offset is of this history: in the snapshot, or in a commit that the log holds. */
  async hasOffset({ lsn }: Offset): Promise<boolean> {
    return lsn === 0n || (await this.log?.hasCommit(lsn)) === true
  }

  /**
   * Settles on the next publication, when the shape is dropped, after a time, or on abort.
   * @returns false when only the time was over
   */
  async changed(signal: AbortSignal, timeoutMs: number): Promise<boolean> {
    if (this.isDropped || signal.aborted) return true
    return new Promise((resolve) => {
      const settle = (hasChanged: boolean) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
        this.waiting.delete(wake)
        resolve(hasChanged)
      }
      const wake = () => settle(true)
      const timer = setTimeout(() => settle(false), timeoutMs)
      signal.addEventListener('abort', wake)
      this.waiting.add(wake)
    })
  }

  private isInSnapshot({ lsn, op }: Offset): boolean {
    return lsn === 0n && op + 1 < this.snapshotChunkEnds.length
  }

  private chunk(index: number): LogPart {
    const from = this.snapshotChunkEnds[index - 1] ?? 0
    const to = this.snapshotChunkEnds[index] ?? from
    return { ...messagesInFile(this.snapshotPath, from, to), end: { lsn: 0n, op: index } }
  }

  private hold(message: Message, at: Offset): void {
    const pending = this.pending
    if (!pending) {
      this.pending = { records: [], bytes: 0, last: { at, message } }
      return
    }
    const record = recordOf(pending.last)
    pending.records.push(record)
    pending.bytes += record.body.length
    if (pending.bytes > SPILL_BYTES) {
      this.write(pending.records)
      pending.records = []
      pending.bytes = 0
    }
    pending.last = { at, message }
  }

  private write(records: LogRecord[]): void {
    const after = this.log?.end
    this.log?.append(records)
    const bytes = records.reduce((sum, { body }) => sum + body.length, 0)
    const end = records.at(-1)?.offset
    if (!end || bytes > Math.min(KEPT_BYTES, this.chunkBytes)) this.latest = undefined
    else {
      const body = joinMessages(records)
      this.latest = { after, end, bytes: body.length, pieces: () => oneBuffer(body) }
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
  // The snapshot comes before the first change.
  return after ? compareOffsets(offset, after) >= 0 : true
}
