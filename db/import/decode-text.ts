import { isAscii, isUtf8 } from 'node:buffer'
import { UnreadableFileError } from './unreadable-file-error.ts'

export type Encoding = 'utf-8' | 'latin-1' | 'utf-16le' | 'utf-16be'

/** Replaces unreadable bytes: a value that contains it must be refused. */
export const UNREADABLE_CHARACTER = '\uFFFD'

/** The longest byte sequence of a character. */
const SEQUENCE_BYTES_MAX = 4

const LINE_FEED = 10

/**
 * Decodes a byte stream of unknown encoding: UTF-16 is detected by its byte order mark or its zero
 * bytes, UTF-8 and Latin-1 by the first character that is not ASCII. In Latin-1 the bytes 0x80 to
 * 0x9F count as unreadable: their meaning differs between systems.
 */
export class TextDecoding {
  /** Whether any bytes were unreadable. The source may also contain U+FFFD itself. */
  hasUnreadable = false
  private found: Encoding | undefined

  /** The encoding is UTF-8 until proven otherwise. */
  get encoding(): Encoding {
    return this.found ?? 'utf-8'
  }

  /** The bytes in a superset of ASCII, for `text` to decode: UTF-16 becomes UTF-8. */
  async *narrow(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let rest: Buffer = Buffer.alloc(0)
    let isStart = true
    for await (const chunk of chunks) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      if (isStart) this.found = wideEncoding(bytes)
      isStart = false
      const end = this.wholeLength(bytes)
      yield this.narrowed(bytes.subarray(0, end))
      rest = bytes.subarray(end)
    }
    if (rest.length > 0 && this.isWide) throw new UnreadableFileError('The file is cut off.')
    if (rest.length > 0) yield this.narrowed(rest)
  }

  /** Decodes bytes of `narrow`, between two character boundaries. */
  text(bytes: Buffer, start = 0, end = bytes.length): string {
    if (this.found !== 'latin-1') return bytes.toString('utf8', start, end)
    return bytes.toString('latin1', start, end).replace(/[\x80-\x9f]/g, () => {
      this.hasUnreadable = true
      return UNREADABLE_CHARACTER
    })
  }

  private get isWide(): boolean {
    return this.found === 'utf-16le' || this.found === 'utf-16be'
  }

  /** How many of the bytes are complete lines or, failing that, complete characters. */
  private wholeLength(bytes: Buffer): number {
    if (this.isWide) return bytes.length - openUnits(bytes, this.found === 'utf-16le')
    const lines = bytes.lastIndexOf(LINE_FEED) + 1
    return lines > 0 ? lines : bytes.length - openSequence(bytes)
  }

  private narrowed(bytes: Buffer): Buffer {
    if (this.found === 'utf-16le') return Buffer.from(bytes.toString('utf16le'))
    if (this.found === 'utf-16be') {
      return Buffer.from(Buffer.from(bytes).swap16().toString('utf16le'))
    }
    if (isAscii(bytes)) return bytes
    this.found ??= narrowEncoding(bytes)
    if (this.found === 'utf-8') this.hasUnreadable ||= !isUtf8(bytes)
    return bytes
  }
}

function wideEncoding(start: Buffer): Encoding | undefined {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // A header is ASCII: in UTF-16 every second byte is zero, and no other encoding has zeros.
  if (first !== 0 && second === 0 && start[3] === 0) return 'utf-16le'
  if (first === 0 && second !== 0 && start[2] === 0) return 'utf-16be'
  if (start.subarray(0, 1024).includes(0)) {
    throw new UnreadableFileError('It is not a text file.')
  }
  return undefined
}

/** The encoding, by the first character that is not ASCII. */
function narrowEncoding(bytes: Buffer): Encoding {
  const at = bytes.findIndex((byte) => byte >= 0x80)
  for (let length = 2; length <= SEQUENCE_BYTES_MAX; length++) {
    if (isUtf8(bytes.subarray(at, at + length))) return 'utf-8'
  }
  return 'latin-1'
}

/**
 * The number of trailing bytes of an incomplete UTF-16 character: half a unit, half a surrogate
 * pair.
 */
function openUnits(bytes: Buffer, isLittleEndian: boolean): number {
  const half = bytes.length % 2
  const last = bytes.length - half - 2
  const high = bytes[isLittleEndian ? last + 1 : last] ?? 0
  const isHighSurrogate = high >= 0xd8 && high <= 0xdb
  return isHighSurrogate ? half + 2 : half
}

/** The number of trailing bytes of an incomplete UTF-8 sequence. */
function openSequence(bytes: Buffer): number {
  for (let back = 1; back < SEQUENCE_BYTES_MAX && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? back : 0
    }
  }
  return 0
}
