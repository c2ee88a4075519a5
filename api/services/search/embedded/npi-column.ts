import { numberAt, numbersAt, type Stored } from './byte-source.ts'
import { lowerBound } from './doc-lists.ts'
import { type DocSet, listSet, NO_DOCS } from './doc-set.ts'
import { NumberList } from './number-list.ts'

/**
 * NPIs and their docs, ascending. Nearly every person has a unique one: stored as terms, they would
 * be nine in ten of all terms and take more memory than the others together.
 */
export interface NpiColumnData {
  values: Stored<Uint32Array>
  docs: Stored<Uint32Array>
}

/** NPIs have ten digits, the first of which is 1 or 2. */
const NPI_MIN = 1_000_000_000

/** An NPI as 32 bits; undefined for ten digits that cannot be an NPI, which remain a term. */
export function npiValue(npi: string): number | undefined {
  const value = /^\d{10}$/.test(npi) ? Number(npi) - NPI_MIN : -1
  return value >= 0 && value <= 0xffffffff ? value : undefined
}

/** One in this many values on disk is also in memory, so that a lookup reads one stretch. */
const STRIDE = 1024

export class NpiColumn {
  private readonly size: number
  /** The first value of each stretch. */
  private readonly firsts: Uint32Array

  constructor(private readonly data: NpiColumnData) {
    const { values } = data
    this.size = values.byteLength / 4
    this.firsts = new Uint32Array(Math.ceil(this.size / STRIDE))
    for (let i = 0; i < this.firsts.length; i++) this.firsts[i] = numberAt(values, i * STRIDE)
  }

  /** The docs with an NPI: at most one, unless the directory has duplicates. */
  find(value: number): DocSet {
    const [from, to] = this.range(value)
    return from === to ? NO_DOCS : listSet(numbersAt(this.data.docs, from, to))
  }

  /** How many docs have an NPI. */
  count(value: number): number {
    const [from, to] = this.range(value)
    return to - from
  }

  /**
   * The positions of an NPI, from, to (exclusive): within one stretch, unless the NPI is at the end
   * of one.
   */
  private range(value: number): [from: number, to: number] {
    const start = Math.max(0, lowerBound(this.firsts, value) - 1) * STRIDE
    const after = lowerBound(this.firsts, value + 1) * STRIDE
    const values = numbersAt(this.data.values, start, Math.min(after, this.size))
    return [start + lowerBound(values, value), start + lowerBound(values, value + 1)]
  }
}

/** Collects people's NPIs. */
export class NpiCollector {
  /** Alternating docs and values: read as one 64-bit number, the value is the high half. */
  private readonly pairs = new NumberList()

  add(value: number, doc: number): void {
    this.pairs.push(doc)
    this.pairs.push(value)
  }

  finish(): { values: Uint32Array; docs: Uint32Array } {
    const pairs = this.pairs.finish()
    new BigUint64Array(pairs.buffer).sort()
    const values = new Uint32Array(pairs.length / 2)
    const docs = values.map((_, index) => pairs[index * 2] ?? 0)
    for (let index = 0; index < values.length; index++) values[index] = pairs[index * 2 + 1] ?? 0
    return { values, docs }
  }
}
