import { RoaringBitmap32 } from 'roaring-wasm'

/**
 * Terms of this many people or fewer are stored as plain numbers. A bitmap's header has about 16
 * bytes for every 65,536 people in the segment, which four bytes a person have to beat.
 */
export function rareMax(people: number): number {
  return Math.max(RARE_MAX, people >>> 14)
}
export const RARE_MAX = 24

/** Bytes of bitmaps held open, per person in the segment: all that is used often, and a bound. */
const OPEN_BYTES_PER_PERSON = 64
const OPEN_BYTES_MIN = 1 << 26

/** Bytes that are read when they are needed. */
export interface ByteSource {
  read(from: number, to: number): Uint8Array
  close(): Promise<void>
}

/**
 * Who holds which term, by term index. Most terms of a directory are rare names, so a posting is
 * either a slice of one shared array or, for a frequent term, a serialized bitmap.
 */
export interface PostingsData {
  /** Rare postings, one after the other; term t owns `rareStarts[t] .. rareStarts[t + 1]`. */
  rare: Uint32Array
  rareStarts: Uint32Array
  /** Terms that have a bitmap, ascending, with the size and the place of each. */
  frequent: Uint32Array
  frequentSizes: Uint32Array
  bitmapStarts: Uint32Array
  /** In memory when just built, on disk when loaded. */
  bitmaps: Uint8Array | ByteSource
}

export class Postings {
  /** Bitmaps in use by place, the one used last at the end: unused terms cost no memory. */
  private readonly opened = new Map<number, RoaringBitmap32>()
  private openBytes = 0
  private readonly openBytesMax: number

  /** Sum of the sizes of the frequent terms before each. */
  private readonly sizesBefore: Float64Array

  constructor(
    private readonly data: PostingsData,
    people: number,
  ) {
    this.openBytesMax = Math.max(OPEN_BYTES_MIN, people * OPEN_BYTES_PER_PERSON)
    this.sizesBefore = new Float64Array(data.frequent.length + 1)
    data.frequentSizes.forEach((size, index) => {
      this.sizesBefore[index + 1] = (this.sizesBefore[index] ?? 0) + size
    })
  }

  /** At most this many people hold any of the terms from .. to (exclusive); exact for one term. */
  bound(from: number, to: number): number {
    const { rareStarts } = this.data
    const frequent =
      (this.sizesBefore[this.frequentIndex(to)] ?? 0) -
      (this.sizesBefore[this.frequentIndex(from)] ?? 0)
    return frequent + (rareStarts[to] ?? 0) - (rareStarts[from] ?? 0)
  }

  /** The bitmap of a frequent term, owned here and not to be changed; undefined for a rare term. */
  bitmap(term: number): RoaringBitmap32 | undefined {
    const index = this.frequentIndex(term)
    return this.data.frequent[index] === term ? this.open(index) : undefined
  }

  /** The union of the terms from .. to (exclusive), owned by the caller. */
  union(from: number, to: number): RoaringBitmap32 {
    const { rare, rareStarts } = this.data
    const bitmaps: RoaringBitmap32[] = []
    const end = this.frequentIndex(to)
    for (let index = this.frequentIndex(from); index < end; index++) bitmaps.push(this.open(index))
    const slice = rare.slice(rareStarts[from] ?? 0, rareStarts[to] ?? 0)
    // Bitmaps take in ascending numbers several times faster than mixed ones.
    if (to - from > 1) slice.sort()
    if (bitmaps.length === 0) return new RoaringBitmap32(slice)
    const union = bitmaps.length === 1 ? bitmaps[0]?.clone() : RoaringBitmap32.orMany(bitmaps)
    return (union ?? new RoaringBitmap32()).addMany(slice)
  }

  /** Calls back with each person of a term, in order. */
  forEach(term: number, visit: (doc: number) => void): void {
    const bitmap = this.bitmap(term)
    const docs = bitmap
      ? bitmap.toUint32Array()
      : this.data.rare.subarray(this.data.rareStarts[term], this.data.rareStarts[term + 1])
    for (const doc of docs) visit(doc)
  }

  /** Closes the bitmaps least recently used where too many are open. Not within a query. */
  trim(): void {
    for (const [index, bitmap] of this.opened) {
      if (this.openBytes <= this.openBytesMax) break
      this.openBytes -= this.bytes(index)
      this.opened.delete(index)
      bitmap.dispose()
    }
  }

  async close(): Promise<void> {
    for (const bitmap of this.opened.values()) bitmap.dispose()
    this.opened.clear()
    if (!(this.data.bitmaps instanceof Uint8Array)) await this.data.bitmaps.close()
  }

  /** Place of the first frequent term that is not below `term`. */
  private frequentIndex(term: number): number {
    const { frequent } = this.data
    let low = 0
    let high = frequent.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((frequent[middle] ?? 0) < term) low = middle + 1
      else high = middle
    }
    return low
  }

  private open(index: number): RoaringBitmap32 {
    const known = this.opened.get(index)
    if (known) {
      this.opened.delete(index)
      this.opened.set(index, known)
      return known
    }
    const { bitmaps, bitmapStarts } = this.data
    const from = bitmapStarts[index] ?? 0
    const to = bitmapStarts[index + 1] ?? 0
    const bytes =
      bitmaps instanceof Uint8Array ? bitmaps.subarray(from, to) : bitmaps.read(from, to)
    const bitmap = RoaringBitmap32.deserialize(bytes, 'portable')
    this.opened.set(index, bitmap)
    this.openBytes += to - from
    return bitmap
  }

  private bytes(index: number): number {
    return (this.data.bitmapStarts[index + 1] ?? 0) - (this.data.bitmapStarts[index] ?? 0)
  }
}
