import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Definition } from './definition.ts'
import { changeMessages, type Message, type RowChange } from './messages.ts'
import { compareOffsets, type Lsn, type Offset } from './offset.ts'
import { isVisible, type PgSnapshot } from './pg-snapshot.ts'
import { joinMessages, type LogPart, MESSAGE_SEPARATOR, ShapeLog } from './shape-log.ts'
import type { Transaction } from './stream.ts'

/** Answers are cut at about this size; a client asks for the next part. */
export const CHUNK_BYTES = 1024 * 1024

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
  /** Settles when the snapshot is on disk, or could not be made. */
  readonly ready: Promise<void>
  lastUsedAt = Date.now()
  /** Nobody gets anything from it any more. */
  isDropped = false
  /** It is dropped here only: its folder may be another process's by now. */
  isReleased = false
  #beginning: Beginning | undefined
  /** Where each chunk of the snapshot ends in its file; an empty snapshot has one empty chunk. */
  #chunkEnds: number[] = []
  #log: ShapeLog | undefined
  /** Offset of the last change that clients can have. */
  #published: Offset | undefined
  /** The last transaction, which nearly everybody asks for; its `after` is what came before it. */
  #latest: (LogPart & { after: Offset | undefined }) | undefined
  #pending: { messages: string[]; bytes: number; end: Offset; last: Message } | undefined
  readonly #waiting = new Set<() => void>()

  /** @param make takes the snapshot: calls `begin`, then `snapshotWritten` */
  constructor(
    identity: { handle: string; definition: Definition; dir: string },
    make: (shape: Shape) => Promise<void>,
  ) {
    this.handle = identity.handle
    this.definition = identity.definition
    this.dir = identity.dir
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
    return this.#published ?? { lsn: 0n, op: this.#chunkEnds.length - 1 }
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
    this.#log = new ShapeLog(this.logPath)
    this.#published = this.#log.end
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
      const end = { lsn: tx.lsn, op: Number(message.headers.op_position) }
      // The stream begins again from what was confirmed, which may be before what was written.
      if (this.#log?.end && compareOffsets(end, this.#log.end) <= 0) continue
      this.#hold(message, end)
    }
  }

  /** Writes what is left of a transaction. @returns whether there was any */
  commit(): boolean {
    const pending = this.#pending
    if (!pending || !this.#log) return false
    pending.last.headers.last = true
    pending.messages.push(JSON.stringify(pending.last))
    this.#write(pending.messages, pending.end)
    this.#pending = undefined
    return true
  }

  /** Forgets the beginning of a transaction whose end did not come; it will come again. */
  abort(): void {
    this.#pending = undefined
  }

  /** Lets clients have what is written, and wakes those who wait. */
  publish(): void {
    if (this.#log) this.#published = this.#log.end
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
   * What comes after an offset, about `CHUNK_BYTES` of it.
   * @param after nothing for everything from the first chunk of the snapshot on
   * @returns nothing where nothing comes
   */
  async read(after: Offset | undefined): Promise<LogPart | undefined> {
    const parts: LogPart[] = []
    let end = after
    let bytes = 0
    while (bytes < CHUNK_BYTES) {
      const part = await this.#readPart(end)
      if (!part) break
      parts.push(part)
      bytes += part.body.length
      end = part.end
    }
    return end && parts.length > 0
      ? { body: joinMessages(parts.map(({ body }) => body)), end }
      : undefined
  }

  /** Whether an offset is one that clients were given. In another history they were given others. */
  async has(offset: Offset): Promise<boolean> {
    // Those of the snapshot, and those that name no change.
    if (offset.lsn === 0n || offset.op === 0) return true
    const { end } = this
    const order = compareOffsets(offset, end)
    return order === 0 || (order < 0 && (await this.#log?.has(offset)) === true)
  }

  /** Settles on the next publication, when the shape is dropped, after a time, or on abort. */
  async changed(signal: AbortSignal, timeoutMs: number): Promise<void> {
    if (this.isDropped || signal.aborted) return
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        this.#waiting.delete(done)
        resolve()
      }
      const timer = setTimeout(done, timeoutMs)
      signal.addEventListener('abort', done)
      this.#waiting.add(done)
    })
  }

  async #readPart(after: Offset | undefined): Promise<LogPart | undefined> {
    const next = after ? after.op + 1 : 0
    if (!after || (after.lsn === 0n && next < this.#chunkEnds.length)) return this.#readChunk(next)
    const upTo = this.#published
    if (!upTo || compareOffsets(after, upTo) >= 0) return undefined
    const latest = this.#latest
    if (latest && compareOffsets(latest.end, upTo) === 0 && isJustBefore(after, latest))
      return latest
    return this.#log?.read(after, upTo, CHUNK_BYTES)
  }

  async #readChunk(index: number): Promise<LogPart> {
    const from = this.#chunkEnds[index - 1] ?? 0
    const body = Buffer.alloc((this.#chunkEnds[index] ?? from) - from)
    const file = await open(this.snapshotPath, 'r')
    try {
      await file.read(body, 0, body.length, from)
    } finally {
      await file.close()
    }
    return { body, end: { lsn: 0n, op: index } }
  }

  #hold(message: Message, end: Offset): void {
    const pending = this.#pending
    if (!pending) {
      this.#pending = { messages: [], bytes: 0, end, last: message }
      return
    }
    const text = JSON.stringify(pending.last)
    pending.messages.push(text)
    pending.bytes += text.length
    if (pending.bytes > SPILL_BYTES && this.#log) {
      this.#write(pending.messages, pending.end)
      pending.messages = []
      pending.bytes = 0
    }
    pending.last = message
    pending.end = end
  }

  #write(messages: string[], end: Offset): void {
    const after = this.#log?.end
    const body = Buffer.from(messages.join(MESSAGE_SEPARATOR))
    this.#log?.append(end, body)
    this.#latest = body.length <= KEPT_BYTES ? { after, end, body } : undefined
  }
}

/** Whether nothing lies between an offset and a part of the log. */
function isJustBefore(offset: Offset, { after }: { after: Offset | undefined }): boolean {
  // Before the first change lies the snapshot.
  return after ? compareOffsets(offset, after) >= 0 : true
}
