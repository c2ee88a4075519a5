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
import { MESSAGE_SEPARATOR, type MessageList, READ_BYTES } from './message-list.ts'
import { compareOffsets, type Offset } from './offset.ts'

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

/** A message as JSON, with where it stands. */
export interface LogRecord {
  offset: Offset
  body: Buffer
}

/** A boundary between two records. */
interface Place {
  position: number
  /** Every record at or after the position is later. */
  after: Offset
}

const START: Place = { position: 0, after: { lsn: 0n, op: 0 } }

export interface LogPart extends MessageList {
  /** Offset of its last message. */
  end: Offset
}

export class ShapeLog {
  readonly #path: string
  /** So far apart lie the boundaries known without reading. */
  readonly #strideBytes: number
  /** Open between writes: opening takes longer than writing. */
  #file: number | undefined
  #end: Offset | undefined
  #size = 0
  #published = START
  #places: Place[] = [START]

  constructor(path: string, { strideBytes = READ_BYTES } = {}) {
    this.#path = path
    this.#strideBytes = strideBytes
    if (existsSync(path)) this.#recover()
    this.publish()
  }

  /** Offset of the last record. */
  get end(): Offset | undefined {
    return this.#end
  }

  /** Offset of the last record that can be read. */
  get publishedEnd(): Offset | undefined {
    return this.#published === START ? undefined : this.#published.after
  }

  get size(): number {
    return this.#size
  }

  /** Written, not yet safe from a power cut: that takes `sync`. */
  append(records: LogRecord[]): void {
    const block = Buffer.concat(records.flatMap(({ offset, body }) => [header(offset, body), body]))
    this.#file ??= openSync(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600)
    // At its place, not at the file's end: what a full disk left there half is overwritten.
    for (let done = 0; done < block.length; ) {
      done += writeSync(this.#file, block, done, block.length - done, this.#size + done)
    }
    for (const { offset, body } of records) this.#note(offset, HEADER_BYTES + body.length)
  }

  /** Lets what was appended be read. */
  publish(): void {
    if (this.#end) this.#published = { position: this.#size, after: this.#end }
  }

  /** The first records after an offset: about `limit` bytes of them, or all there are. */
  async read(after: Offset, limit: number): Promise<LogPart | undefined> {
    const published = this.#published
    if (compareOffsets(after, published.after) >= 0) return undefined
    const from = await this.#positionAfter(after)
    const enough = this.#places[this.#firstPlace(({ position }) => position >= from + limit)]
    const to = enough && enough.position < published.position ? enough : published
    return {
      end: to.after,
      bytes: to.position - from,
      pieces: () => this.#pieces(from, to.position),
    }
  }

  /** Whether a transaction that committed at a place has a record. */
  async hasCommit(lsn: Offset['lsn']): Promise<boolean> {
    const before = { lsn, op: -1 }
    if (compareOffsets(before, this.#published.after) > 0) return false
    return (await this.#recordAfter(before))?.offset.lsn === lsn
  }

  /** Closes the file; it is opened again as needed. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  async sync(): Promise<void> {
    const file = await open(this.#path, 'r+')
    try {
      await file.datasync()
    } finally {
      await file.close()
    }
  }

  #note(offset: Offset, bytes: number): void {
    this.#size += bytes
    this.#end = offset
    const last = this.#places.at(-1)
    if (!last || this.#size - last.position >= this.#strideBytes) {
      this.#places.push({ position: this.#size, after: offset })
    }
  }

  /** The first of the places, which are in order, that something holds of and of all after it. */
  #firstPlace(holds: (place: Place) => boolean): number {
    let low = 0
    let high = this.#places.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (holds(this.#places[middle] as Place)) high = middle
      else low = middle + 1
    }
    return low
  }

  async #positionAfter(after: Offset): Promise<number> {
    return (await this.#recordAfter(after))?.position ?? this.#size
  }

  /** The first record after an offset. */
  async #recordAfter(after: Offset): Promise<{ position: number; offset: Offset } | undefined> {
    const next = this.#firstPlace((place) => compareOffsets(place.after, after) > 0)
    let { position } = this.#places[next - 1] ?? START
    const block = Buffer.allocUnsafe(Math.min(this.#strideBytes, READ_BYTES) + HEADER_BYTES)
    const size = this.#size
    const file = await open(this.#path, 'r')
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

  /** What is between two boundaries, without the headers. */
  async *#pieces(from: number, to: number): AsyncGenerator<Buffer> {
    const file = await open(this.#path, 'r')
    try {
      /** Of the message that the last block ended in. */
      let left = 0
      for (let position = from; position < to; ) {
        const block = await readBlock(file, position, to)
        const parts: Buffer[] = []
        let at = 0
        while (at < block.length) {
          if (left === 0) {
            // A header that is cut is read again, with the next block.
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

  /** Goes through all records once; what follows the last whole one is cut off. */
  #recover(): void {
    const file = openSync(this.#path, 'r+')
    try {
      const { size } = statSync(this.#path)
      const start = Buffer.alloc(HEADER_BYTES)
      while (this.#size + HEADER_BYTES <= size) {
        readSync(file, start, 0, HEADER_BYTES, this.#size)
        const length = start.readUInt32BE(0)
        if (this.#size + HEADER_BYTES + length > size) break
        const body = Buffer.allocUnsafe(length)
        readSync(file, body, 0, length, this.#size + HEADER_BYTES)
        if (crc32(body, crc32(start.subarray(8))) !== start.readUInt32BE(4)) break
        this.#note(offsetIn(start, 0), HEADER_BYTES + length)
      }
      ftruncateSync(file, this.#size)
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
