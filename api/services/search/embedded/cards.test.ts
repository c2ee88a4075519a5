import { expect, it } from 'vitest'
import type { ErasableBytes } from './byte-source.ts'
import { CardEncoder, Cards } from './cards.ts'

/** JSON of every length in a unit of eight bytes, partly with several bytes per character. */
const PEOPLE = Array.from({ length: 40 }, (_, index) =>
  JSON.stringify({ last_name: `${'é🩺'.repeat(index % 3)}${'x'.repeat(index)}`, note: ' ' }),
)

const people = (cards: Cards, docs: number[]) => {
  const list = cards.read(docs)
  return list && (JSON.parse(String(list)) as unknown[]).map((person) => JSON.stringify(person))
}

function stored() {
  const encoder = new CardEncoder()
  const bytes = Buffer.concat([encoder.encode(PEOPLE.slice(0, 7)), encoder.encode(PEOPLE.slice(7))])
  const source: ErasableBytes = {
    byteLength: bytes.length,
    read: (from, to, into = Buffer.alloc(to - from)) => {
      bytes.copy(into, 0, from, to)
      return into
    },
    erase: (from, to) => bytes.fill(0, from, to),
    close: async () => undefined,
  }
  const cards = new Cards({ bytes: source, starts: encoder.finish() })
  const read = () => PEOPLE.map((_, doc) => people(cards, [doc])?.[0])
  return { bytes, read, cards }
}

it('gives back the JSON of each person, and of any people in the order asked for', () => {
  const { cards, read } = stored()
  expect(read()).toEqual(PEOPLE)
  expect(people(cards, [39, 0, 12])).toEqual([PEOPLE[39], PEOPLE[0], PEOPLE[12]])
})

it('has no card of a person who was erased, and those of all others', () => {
  const { cards, read, bytes } = stored()
  for (const doc of [0, 13, 39]) cards.erase(doc)
  expect(read()).toEqual(PEOPLE.map((json, doc) => ([0, 13, 39].includes(doc) ? undefined : json)))
  expect(people(cards, [12, 13])).toBeUndefined()
  expect(bytes.includes(PEOPLE[13] ?? '')).toBe(false)
})

it('has no card with a damaged byte', () => {
  const { bytes, read } = stored()
  let damaged = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    bytes[at] = byte ^ 0x10
    const wrong = read().flatMap((json, doc) => (json === PEOPLE[doc] ? [] : [json]))
    expect(wrong).toEqual([undefined])
    damaged += 1
    bytes[at] = byte
  }
  expect(damaged).toBe(bytes.length)
})
