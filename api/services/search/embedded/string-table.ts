/**
 * Sorted strings in one byte buffer: string i is `bytes[offsets[i] .. offsets[i + 1])`, in UTF-8.
 * Bytes sort as code points do. A word takes its letters and four more bytes.
 */
export class StringTable {
  constructor(
    private readonly bytes: Uint8Array,
    private readonly offsets: Uint32Array,
  ) {}

  get size(): number {
    return this.offsets.length - 1
  }

  at(index: number): string {
    return Buffer.from(
      this.bytes.buffer,
      this.bytes.byteOffset + (this.offsets[index] ?? 0),
      (this.offsets[index + 1] ?? 0) - (this.offsets[index] ?? 0),
    ).toString()
  }

  /** Index of a string, or -1. */
  indexOf(text: string): number {
    const key = Buffer.from(text)
    const index = this.lowerBound(key)
    return index < this.size && this.compare(index, key) === 0 ? index : -1
  }

  /** The range of the strings with a prefix: from, to (exclusive). */
  prefixRange(prefix: string): [number, number] {
    const key = Buffer.from(prefix)
    const from = this.lowerBound(key)
    // No UTF-8 byte is 0xff: it sorts after every continuation of the prefix.
    return [from, this.lowerBound(Buffer.concat([key, Buffer.of(0xff)]), from)]
  }

  /**
   * The strings from .. to (exclusive) that contain this phrase, by a scan of their bytes. Each
   * string is a namespace letter and words separated by spaces.
   */
  withPhrase(phrase: string, from: number, to: number): number[] {
    const { bytes, offsets } = this
    const start = offsets[from] ?? 0
    const all = Buffer.from(bytes.buffer, bytes.byteOffset + start, (offsets[to] ?? 0) - start)
    const key = Buffer.from(phrase)
    const found: number[] = []
    let index = from
    for (let at = all.indexOf(key); at >= 0; at = all.indexOf(key, at + 1)) {
      index = lastNotAbove(offsets, start + at, index, to)
      const first = (offsets[index] ?? 0) - start + 1
      const end = (offsets[index + 1] ?? 0) - start
      const isWhole =
        (at === first || (at > first && all[at - 1] === SPACE)) &&
        (at + key.length === end || (at + key.length < end && all[at + key.length] === SPACE))
      if (!isWhole) continue
      found.push(index)
      at = end - 1
    }
    return found
  }

  private lowerBound(key: Uint8Array, from = 0): number {
    let low = from
    let high = this.size
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.compare(middle, key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  private compare(index: number, key: Uint8Array): number {
    const { bytes } = this
    const start = this.offsets[index] ?? 0
    const length = (this.offsets[index + 1] ?? 0) - start
    const common = Math.min(length, key.length)
    for (let i = 0; i < common; i++) {
      const difference = (bytes[start + i] ?? 0) - (key[i] ?? 0)
      if (difference !== 0) return difference
    }
    return length - key.length
  }
}

const SPACE = ' '.charCodeAt(0)

/** The last index in low .. end (exclusive) whose offset is not above `offset`. */
function lastNotAbove(offsets: Uint32Array, offset: number, low: number, end: number): number {
  let high = end
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((offsets[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return low
}

/** Whether a text of words separated by spaces contains this phrase. */
export function hasPhrase(text: string, phrase: string): boolean {
  return ` ${text} `.includes(` ${phrase} `)
}

/** Writes strings, given in order, into the two arrays of a `StringTable`. */
export class StringTableWriter {
  private bytes = new Uint8Array(1 << 16)
  private used = 0
  private readonly offsets: Uint32Array
  private count = 0
  private readonly encoder = new TextEncoder()

  constructor(size: number) {
    this.offsets = new Uint32Array(size + 1)
  }

  add(text: string): void {
    const worst = text.length * 3
    if (this.used + worst > this.bytes.length) {
      const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.used + worst))
      grown.set(this.bytes.subarray(0, this.used))
      this.bytes = grown
    }
    this.used += this.encoder.encodeInto(text, this.bytes.subarray(this.used)).written
    this.count += 1
    this.offsets[this.count] = this.used
  }

  finish(): { bytes: Uint8Array; offsets: Uint32Array } {
    return {
      bytes: this.bytes.slice(0, this.used),
      offsets: this.offsets.slice(0, this.count + 1),
    }
  }
}

const SURROGATE = /[\ud800-\udfff]/

/** Compares two strings by code point, as PostgreSQL's C collation and UTF-8 bytes do. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : 1
}

/** Sorts in place by code point; uses JavaScript's own order when no string has a surrogate pair. */
export function sortByCodePoint(strings: string[]): string[] {
  return strings.some((text) => SURROGATE.test(text))
    ? strings.sort(compareCodePoints)
    : strings.sort()
}
