import {
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { compareOffsets, type Offset } from '#sync/contract/offset.ts'
import { MESSAGE_SEPARATOR, type MessageList, READ_BYTES } from './message-list.ts'

/**
 * The changes of one shape on disk, in the order they committed: a record for each message, appended
 * to one file.
 *
 *     ┌────────┬───────┬─────────┬────────┬──────────────────────────────┐
 *     │ length │ crc32 │ LSN     │ op     │ message as JSON              │
 *     │ u32    │ u32   │ u64     │ u32    │ `length` bytes               │
 *     └────────┴───────┴─────────┴────────┴──────────────────────────────┘
 *                        its offset          (crc over offset and message)
 *
 * What is appended can be read once it is published. A crash may tear the last record; opening cuts it
 * off, and replication sends it again.
 */
const HEADER_BYTES = 20

/** A message as JSON, and its offset. */
export interface LogRecord {
  offset: Offset
  body: Buffer
}

/** A boundary between two records. */
interface Place {
  position: number
  /** Records from the position on have later offsets. */
  after: Offset
}

const START: Place = { position: 0, after: { lsn: 0n, op: 0 } }

export interface LogPart extends MessageList {
  /** Offset of its last message. */
  end: Offset
}

export class ShapeLog {
  /** Distance of the boundaries whose position is known without reading. */
  private readonly strideBytes: number
  /** The file is kept open between writes, because opening takes longer than writing. */
  private file: number | undefined
  private lastOffset: Offset | undefined
  private currentSize = 0
  private published = START
  private places: Place[] = [START]

  constructor(
    private readonly path: string,
    { strideBytes = READ_BYTES } = {},
  ) {
    this.strideBytes = strideBytes
    if (existsSync(path)) this.recover()
    this.publish()
  }

  /** Offset of the last record. */
  get end(): Offset | undefined {
    return this.lastOffset
  }

  /** Offset of the last record that can be read. */
  get publishedEnd(): Offset | undefined {
    return this.published === START ? undefined : this.published.after
  }

  get size(): number {
    return this.currentSize
  }

  /** Writes records; only `sync` makes them safe from a power cut. */
  append(records: LogRecord[]): void {
    const block = Buffer.concat(records.flatMap(({ offset, body }) => [header(offset, body), body]))
    this.file ??= openSync(this.path, constants.O_RDWR | constants.O_CREAT, 0o600)
    // Records are written at the end of the log, not of the file, so that a record which a full disk cut
    // short is overwritten.
    for (let done = 0; done < block.length; ) {
      done += writeSync(this.file, block, done, block.length - done, this.currentSize + done)
    }
    for (const { offset, body } of records) this.note(offset, HEADER_BYTES + body.length)
  }

  /** Makes the appended records readable. */
  publish(): void {
    if (this.lastOffset) this.published = { position: this.currentSize, after: this.lastOffset }
  }

  /** The first records after an offset: about `limit` bytes of them, or all there are. */
  async read(after: Offset, limit: number): Promise<LogPart | undefined> {
    const published = this.published
    if (compareOffsets(after, published.after) >= 0) return undefined
    const from = await this.positionAfter(after)
    const enough = this.places[this.firstPlace(({ position }) => position >= from + limit)]
    const to = enough && enough.position < published.position ? enough : published
    return {
      end: to.after,
      bytes: to.position - from,
      pieces: () => this.pieces(from, to.position),
    }
  }

  /** Whether the transaction that committed at this place has a record. */
  async hasCommit(lsn: Offset['lsn']): Promise<boolean> {
    const before = { lsn, op: -1 }
    if (compareOffsets(before, this.published.after) > 0) return false
    return (await this.recordAfter(before))?.offset.lsn === lsn
  }

  /** Closes the file; the next write opens it again. */
  close(): void {
    if (this.file !== undefined) closeSync(this.file)
    this.file = undefined
  }

  async sync(): Promise<void> {
    const file = await open(this.path, 'r+')
    try {
      await file.datasync()
    } finally {
      await file.close()
    }
  }

  private note(offset: Offset, bytes: number): void {
    this.currentSize += bytes
    this.lastOffset = offset
    const last = this.places.at(-1)
    if (!last || this.currentSize - last.position >= this.strideBytes) {
      this.places.push({ position: this.currentSize, after: offset })
    }
  }

  /** The first place for which `holds` is true, as it is for all after it. */
  private firstPlace(holds: (place: Place) => boolean): number {
    let low = 0
    let high = this.places.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (holds(this.places[middle] as Place)) high = middle
      else low = middle + 1
    }
    return low
  }

  private async positionAfter(after: Offset): Promise<number> {
    return (await this.recordAfter(after))?.position ?? this.currentSize
  }

  /** The first record after an offset. */
  private async recordAfter(
    after: Offset,
  ): Promise<{ position: number; offset: Offset } | undefined> {
    const next = this.firstPlace((place) => compareOffsets(place.after, after) > 0)
    let { position } = this.places[next - 1] ?? START
    const block = Buffer.allocUnsafe(Math.min(this.strideBytes, READ_BYTES) + HEADER_BYTES)
    const size = this.currentSize
    const file = await open(this.path, 'r')
    try {
      while (position < size) {
        const { bytesRead } = await file.read(block, 0, block.length, position)
        let at = 0
        for (; at + HEADER_BYTES <= bytesRead; at += HEADER_BYTES + block.readUInt32BE(at)) {
          const offset = offsetIn(block, at)
          if (compareOffsets(offset, after) > 0) return { position: position + at, offset }
        }
        position += at
      }
      return undefined
    } finally {
      await file.close()
    }
  }

  /** The messages between two boundaries, without headers. */
  private async *pieces(from: number, to: number): AsyncGenerator<Buffer> {
    const file = await open(this.path, 'r')
    try {
      /** Bytes left of the message that the last block ended in. */
      let left = 0
      for (let position = from; position < to; ) {
        const block = await readBlock(file, position, to)
        const parts: Buffer[] = []
        let at = 0
        while (at < block.length) {
          if (left === 0) {
            // A header that the block cuts is read again with the next block.
            if (block.length - at < HEADER_BYTES) break
            if (position + at > from) parts.push(MESSAGE_SEPARATOR)
            left = block.readUInt32BE(at)
            at += HEADER_BYTES
          }
          const bytes = Math.min(left, block.length - at)
          parts.push(block.subarray(at, at + bytes))
          at += bytes
          left -= bytes
        }
        position += at
        yield Buffer.concat(parts)
      }
    } finally {
      await file.close()
    }
  }

  /** Reads all records once, and cuts off what follows the last whole one. */
  private recover(): void {
    const file = openSync(this.path, 'r+')
    try {
      const { size } = statSync(this.path)
      const start = Buffer.alloc(HEADER_BYTES)
      while (this.currentSize + HEADER_BYTES <= size) {
        readSync(file, start, 0, HEADER_BYTES, this.currentSize)
        const length = start.readUInt32BE(0)
        if (this.currentSize + HEADER_BYTES + length > size) break
        const body = Buffer.allocUnsafe(length)
        readSync(file, body, 0, length, this.currentSize + HEADER_BYTES)
        if (crc32(body, crc32(start.subarray(8))) !== start.readUInt32BE(4)) break
        this.note(offsetIn(start, 0), HEADER_BYTES + length)
      }
      ftruncateSync(file, this.currentSize)
    } finally {
      closeSync(file)
    }
  }
}

function header({ lsn, op }: Offset, body: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES)
  bytes.writeUInt32BE(body.length, 0)
  bytes.writeBigUInt64BE(lsn, 8)
  bytes.writeUInt32BE(op, 16)
  bytes.writeUInt32BE(crc32(body, crc32(bytes.subarray(8))), 4)
  return bytes
}

function offsetIn(block: Buffer, at: number): Offset {
  return { lsn: block.readBigUInt64BE(at + 8), op: block.readUInt32BE(at + 16) }
}

async function readBlock(file: FileHandle, position: number, to: number): Promise<Buffer> {
  const block = Buffer.allocUnsafe(Math.min(READ_BYTES, to - position))
  const { bytesRead } = await file.read(block, 0, block.length, position)
  if (bytesRead < block.length) throw new Error('The log of a shape is shorter than it was.')
  return block
}
