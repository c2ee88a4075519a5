import { setBits, wordCount } from './doc-bits.ts'
import { type DocSet, isDense, listSet, toList } from './doc-set.ts'

/**
 * A posting up to this length is a plain array: a typed array's header would be larger than its
 * content.
 */
const SHORT_MAX = 24

/** Collects docs in ascending order, in whichever form of a set is smaller so far. */
export class AscendingDocs {
  private docs: number[] | Uint32Array = []
  private bits: Int32Array | undefined
  private count = 0
  private last = -1

  /** Adds a doc; repeating the last one has no effect. */
  add(doc: number): void {
    if (doc === this.last) return
    if (this.count >= SHORT_MAX) this.makeRoom(doc)
    if (this.bits) this.bits[doc >>> 5] = (this.bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
    else this.docs[this.count] = doc
    this.last = doc
    this.count += 1
  }

  /** The docs as a set. */
  finish(): DocSet {
    const { docs, bits, count } = this
    if (bits) return { size: count, bits }
    return listSet(docs instanceof Uint32Array ? docs.subarray(0, count) : Uint32Array.from(docs))
  }

  private makeRoom(doc: number): void {
    const { docs, bits, count } = this
    const isFull = bits ? doc >>> 5 >= bits.length : count >= docs.length
    if (!isFull) return
    // The better form may change: a term frequent among the first people may prove rare, and vice
    // versa.
    if (isDense(count, doc + 1)) {
      this.bits = bits ? grown(bits, doc) : new Int32Array(wordCount((doc + 1) * 2))
      if (!bits) setBits(this.bits, docs)
      this.docs = []
    } else {
      this.docs = new Uint32Array(count * 2)
      this.docs.set(bits ? toList({ size: count, bits }) : docs)
      this.bits = undefined
    }
  }
}

/** A set to which docs are added in any order, while it is in use. */
export class GrowingDocs {
  private bits = new Int32Array()
  private count = 0

  /** Adds a doc. Returns whether it was not there yet. */
  add(doc: number): boolean {
    if (doc >>> 5 >= this.bits.length) this.bits = grown(this.bits, doc)
    const added = setBits(this.bits, [doc])
    this.count += added
    return added > 0
  }

  /** The docs so far. The set is valid only until the next doc is added. */
  get set(): DocSet {
    return { size: this.count, bits: this.bits }
  }
}

/** A copy of the bits, with room for twice as many docs as that takes. */
function grown(bits: Int32Array, doc: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(wordCount((doc + 1) * 2))
  larger.set(bits)
  return larger
}
