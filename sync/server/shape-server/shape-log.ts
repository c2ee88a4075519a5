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
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { compareOffsets, type Offset } from './offset.ts'

/**
 * The changes of one shape on disk, in the order they committed: records appended to one file.
 *
 *     ┌────────┬───────┬─────────┬────────┬──────────────────────────────┐
 *     │ length │ crc32 │ LSN     │ op     │ messages as JSON, by ",\n"   │
 *     │ u32    │ u32   │ u64     │ u32    │ `length` bytes               │
 *     └────────┴───────┴─────────┴────────┴──────────────────────────────┘
 *                        offset of the last message   (crc over offset and messages)
 *
 * A crash may tear the last record; opening cuts it off, and replication sends it again.
 */
const HEADER_BYTES = 20
/** So much is read at a time, and so far apart lie the places known without reading. */
const STRIDE_BYTES = 64 * 1024

interface Place {
  position: number
  /** Every record at or after the position is later. */
  after: Offset
}

const START: Place = { position: 0, after: { lsn: 0n, op: 0 } }

export interface LogPart {
  body: Buffer
  /** Offset of its last message. */
  end: Offset
}

export class ShapeLog {
  readonly #path: string
  /** Open between writes: opening takes longer than writing. */
  #file: number | undefined
  #end: Offset | undefined
  #size = 0
  #places: Place[] = [START]

  constructor(path: string) {
    this.#path = path
    if (existsSync(path)) this.#recover()
  }

  /** Offset of the last record. */
  get end(): Offset | undefined {
    return this.#end
  }

  get size(): number {
    return this.#size
  }

  /** Written, not yet safe from a power cut: that takes `sync`. */
  append(end: Offset, body: Buffer): void {
    const record = Buffer.allocUnsafe(HEADER_BYTES + body.length)
    record.writeUInt32BE(body.length, 0)
    record.writeBigUInt64BE(end.lsn, 8)
    record.writeUInt32BE(end.op, 16)
    body.copy(record, HEADER_BYTES)
    record.writeUInt32BE(crc32(record.subarray(8)), 4)
    this.#file ??= openSync(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600)
    // At its place, not at the file's end: what a full disk left there half is overwritten.
    for (let done = 0; done < record.length; ) {
      done += writeSync(this.#file, record, done, record.length - done, this.#size + done)
    }
    this.#note(end, record.length)
  }

  /** The first records after one offset and up to another, about `limit` bytes of them. */
  async read(after: Offset, upTo: Offset, limit: number): Promise<LogPart | undefined> {
    const size = this.#size
    let { position } = this.#placeBefore(after)
    const bodies: Buffer[] = []
    let end: Offset | undefined
    let bytes = 0
    const file = await open(this.#path, 'r')
    try {
      while (position < size && bytes < limit) {
        const header = Buffer.alloc(HEADER_BYTES)
        await file.read(header, 0, HEADER_BYTES, position)
        const length = header.readUInt32BE(0)
        const offset = { lsn: header.readBigUInt64BE(8), op: header.readUInt32BE(16) }
        if (compareOffsets(offset, upTo) > 0) break
        if (compareOffsets(offset, after) > 0) {
          const body = Buffer.allocUnsafe(length)
          await file.read(body, 0, length, position + HEADER_BYTES)
          bodies.push(body)
          bytes += length
          end = offset
        }
        position += HEADER_BYTES + length
      }
    } finally {
      await file.close()
    }
    return end && { body: joinMessages(bodies), end }
  }

  /** Whether a record ends at an offset. */
  async has(offset: Offset): Promise<boolean> {
    const place = this.#placeBefore(offset)
    if (compareOffsets(place.after, offset) === 0) return true
    let { position } = place
    const file = await open(this.#path, 'r')
    try {
      const header = Buffer.alloc(HEADER_BYTES)
      for (const size = this.#size; position < size; ) {
        await file.read(header, 0, HEADER_BYTES, position)
        const end = { lsn: header.readBigUInt64BE(8), op: header.readUInt32BE(16) }
        if (compareOffsets(end, offset) >= 0) return compareOffsets(end, offset) === 0
        position += HEADER_BYTES + header.readUInt32BE(0)
      }
      return false
    } finally {
      await file.close()
    }
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

  #note(end: Offset, bytes: number): void {
    this.#size += bytes
    this.#end = end
    const last = this.#places.at(-1)
    if (!last || this.#size - last.position >= STRIDE_BYTES) {
      this.#places.push({ position: this.#size, after: end })
    }
  }

  #placeBefore(offset: Offset): Place {
    let low = 0
    let high = this.#places.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      const place = this.#places[middle]
      if (place && compareOffsets(place.after, offset) <= 0) low = middle
      else high = middle - 1
    }
    return this.#places[low] ?? START
  }

  /** Goes through all records once; what follows the last whole one is cut off. */
  #recover(): void {
    const file = openSync(this.#path, 'r+')
    try {
      const { size } = statSync(this.#path)
      const header = Buffer.alloc(HEADER_BYTES)
      while (this.#size + HEADER_BYTES <= size) {
        readSync(file, header, 0, HEADER_BYTES, this.#size)
        const length = header.readUInt32BE(0)
        if (this.#size + HEADER_BYTES + length > size) break
        const body = Buffer.allocUnsafe(length)
        readSync(file, body, 0, length, this.#size + HEADER_BYTES)
        if (crc32(body, crc32(header.subarray(8))) !== header.readUInt32BE(4)) break
        const end = { lsn: header.readBigUInt64BE(8), op: header.readUInt32BE(16) }
        this.#note(end, HEADER_BYTES + length)
      }
      ftruncateSync(file, this.#size)
    } finally {
      closeSync(file)
    }
  }
}

/** Between messages, in the file as in an answer; JSON itself never holds a line break. */
export const MESSAGE_SEPARATOR = ',\n'

/** Lists of messages as one; empty ones leave no separator. */
export function joinMessages(bodies: Buffer[]): Buffer {
  const parts = bodies.filter((body) => body.length > 0)
  const separator = Buffer.from(MESSAGE_SEPARATOR)
  return Buffer.concat(parts.flatMap((body, i) => (i === 0 ? [body] : [separator, body])))
}
