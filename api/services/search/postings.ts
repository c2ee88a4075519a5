import { RoaringBitmap32 } from 'roaring-wasm'

/** Terms of this many people or fewer are stored as plain numbers; a bitmap would be mostly header. */
export const RARE_MAX = 24

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
  bitmaps: Uint8Array
}

export class Postings {
  /** Bitmaps are read on first use: a restart answers at once, and unused terms cost no memory. */
  private readonly opened: (RoaringBitmap32 | undefined)[]

  /** Sum of the sizes of the frequent terms before each. */
  private readonly sizesBefore: Float64Array

  constructor(private readonly data: PostingsData) {
    this.opened = new Array(data.frequent.length)
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
    const slice = rare.subarray(rareStarts[from] ?? 0, rareStarts[to] ?? 0)
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

  close(): void {
    for (const bitmap of this.opened) bitmap?.dispose()
    this.opened.length = 0
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
    const { bitmaps, bitmapStarts } = this.data
    const bitmap =
      this.opened[index] ??
      RoaringBitmap32.deserialize(
        bitmaps.subarray(bitmapStarts[index], bitmapStarts[index + 1]),
        'portable',
      )
    this.opened[index] = bitmap
    return bitmap
  }
}
