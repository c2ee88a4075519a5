import { crc32 } from 'node:zlib'
import type { ErasableBytes } from './byte-source.ts'
import { NumberList } from './number-list.ts'

/**
 * The people of a segment as results show them, one card per doc. A card is
 *
 *     CRC-32 of the rest, the person's JSON in UTF-8, blanks up to a multiple of 8 bytes
 */
export interface CardsData {
  bytes: ErasableBytes
  /** Where each card begins, and where the last one ends, in units of 8 bytes. */
  starts: Uint32Array
}

/** Each offset counts 8 bytes, so 32 bits address 32 GiB. */
const UNIT = 8
const CRC_BYTES = 4
const BLANK = ' '
const NOTHING = BLANK.repeat(CRC_BYTES)
const COMMA = ','.padEnd(CRC_BYTES, BLANK)
const OPENING = '['

export class Cards {
  constructor(private readonly data: CardsData) {}

  /** The people of these docs as a JSON array; undefined when a card was erased or is damaged. */
  read(docs: readonly number[]): Buffer | undefined {
    const ranges = docs.map((doc) => this.range(doc))
    const list = Buffer.allocUnsafe(
      ranges.reduce((length, [start, end]) => length + end - start, OPENING.length + 1),
    )
    let at = list.write(OPENING)
    for (const [index, [start, end]] of ranges.entries()) {
      const card = list.subarray(at, at + end - start)
      this.data.bytes.read(start, end, card)
      if (card.readUInt32LE() !== crc32(card.subarray(CRC_BYTES))) return undefined
      // Replaces the separator between records inside a value.
      card.write(index === 0 ? NOTHING : COMMA)
      at += card.length
    }
    list.write(']', at)
    return list
  }

  /** Overwrites a card, for every process that has the file open. */
  erase(doc: number): void {
    this.data.bytes.erase(...this.range(doc))
  }

  private range(doc: number): [start: number, end: number] {
    const { starts } = this.data
    return [(starts[doc] ?? 0) * UNIT, (starts[doc + 1] ?? 0) * UNIT]
  }
}

/** Encodes the cards of people in ascending order of docs, in batches of any size. */
export class CardEncoder {
  private readonly starts = new NumberList()
  private end = 0

  constructor() {
    this.starts.push(0)
  }

  /** The bytes of the next people, given as JSON. */
  encode(people: readonly string[]): Buffer {
    const cards = people.map(cardOf)
    for (const { length } of cards) {
      this.end += length / UNIT
      this.starts.push(this.end)
    }
    return Buffer.concat(cards)
  }

  finish(): Uint32Array {
    return this.starts.finish()
  }
}

function cardOf(json: string): Buffer {
  const length = CRC_BYTES + Buffer.byteLength(json)
  const card = Buffer.alloc(Math.ceil(length / UNIT) * UNIT, BLANK)
  card.write(json, CRC_BYTES)
  card.writeUInt32LE(crc32(card.subarray(CRC_BYTES)))
  return card
}
