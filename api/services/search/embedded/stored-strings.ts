import { bytesAt, numbersAt, type Stored } from './byte-source.ts'

/** Sorted strings in the form that they have in memory and in a snapshot; see `StringTable`. */
export interface StoredStringsData {
  bytes: Stored<Uint8Array>
  offsets: Stored<Uint32Array>
}

/** Sorted strings that are rarely read, so that they may stay on disk. */
export class StoredStrings {
  readonly size: number

  constructor(private readonly data: StoredStringsData) {
    this.size = data.offsets.byteLength / 4 - 1
  }

  /** How many strings sort before this one, and whether it is among them. */
  rankOf(text: string): { rank: number; isKnown: boolean } {
    const key = Buffer.from(text)
    let isKnown = false
    let low = 0
    let high = this.size
    while (low < high) {
      const middle = (low + high) >>> 1
      const order = Buffer.compare(this.bytesOf(middle), key)
      if (order < 0) low = middle + 1
      else high = middle
      isKnown ||= order === 0
    }
    return { rank: low, isKnown }
  }

  private bytesOf(index: number): Uint8Array {
    const [from = 0, to = 0] = numbersAt(this.data.offsets, index, index + 2)
    return bytesAt(this.data.bytes, from, to)
  }
}
