import { describe, expect, it, vi } from 'vitest'
import type { ByteSource } from './byte-source.ts'
import { KeptSets } from './kept-sets.ts'
import { inScratch, reserve } from './scratch.ts'

const SET_BYTES = 16
const SETS = 400

/** Sets of equal size: every byte of set n is n modulo 256. */
function sets() {
  const read = vi.fn((from: number, to: number, into = new Uint8Array(to - from)) =>
    into.fill(from / SET_BYTES),
  )
  const source: ByteSource = { byteLength: SETS * SET_BYTES, read, close: async () => undefined }
  reserve(SET_BYTES)
  const kept = new KeptSets(source, SET_BYTES / 2)
  const readSet = (index: number) => kept.read(index, index * SET_BYTES, (index + 1) * SET_BYTES)
  return { read, readSet, kept }
}

const isSet = (bytes: Uint8Array, index: number) =>
  bytes.length === SET_BYTES && bytes.every((byte) => byte === index % 256)

describe('kept sets', () => {
  it('a set is read from disk once for many searches', () => {
    const { read, readSet } = sets()
    for (let search = 0; search < 3; search++)
      inScratch(() => expect(isSet(readSet(7), 7)).toBe(true))
    expect(read).toHaveBeenCalledTimes(1)
  })

  it('a set that a search still uses is not overwritten, however many it reads', () => {
    const { readSet } = sets()
    for (const first of [0, 3]) {
      inScratch(() => {
        const held = Array.from({ length: SETS - first }, (_, i) => readSet(first + i))
        for (const [i, bytes] of held.entries()) expect(isSet(bytes, first + i)).toBe(true)
      })
    }
  })

  it('the least recently used makes room', () => {
    const { read, readSet } = sets()
    const search = (index: number) => inScratch(() => readSet(index))
    for (let index = 0; index < 128; index++) search(index)
    search(0)
    search(128)
    expect(read).toHaveBeenCalledTimes(129)
    search(0)
    expect(read).toHaveBeenCalledTimes(129)
    search(1)
    expect(read).toHaveBeenCalledTimes(130)
  })

  it('a small set, and a set that outlives its search, are read each time', () => {
    const { read, readSet, kept } = sets()
    inScratch(() => kept.read(1, SET_BYTES, SET_BYTES + 4))
    inScratch(() => kept.read(1, SET_BYTES, SET_BYTES + 4))
    const outside = [readSet(2), readSet(3)]
    expect(read).toHaveBeenCalledTimes(4)
    expect(outside.map((bytes, i) => isSet(bytes, 2 + i))).toEqual([true, true])
  })

  it('a set is followed by zeros where its place held a longer one', () => {
    const slotBytes = 48
    const read = (from: number, to: number, into = new Uint8Array(to - from)) => into.fill(255)
    reserve(slotBytes)
    const kept = new KeptSets({ byteLength: slotBytes, read, close: async () => undefined }, 1)
    for (let index = 0; index < 128; index++) inScratch(() => kept.read(index, 0, slotBytes))
    inScratch(() => {
      const { buffer, byteOffset } = kept.read(128, 0, 36)
      expect([...new Uint8Array(buffer, byteOffset, slotBytes)]).toEqual([
        ...new Array<number>(36).fill(255),
        ...new Array<number>(12).fill(0),
      ])
    })
  })

  it('a failed read leaves no set', () => {
    const { read, readSet } = sets()
    read.mockImplementationOnce(() => {
      throw new Error('cut short')
    })
    expect(() => inScratch(() => readSet(5))).toThrow('cut short')
    inScratch(() => expect(isSet(readSet(5), 5)).toBe(true))
  })

  it('after a failed read no two sets have one place', () => {
    const { read, readSet } = sets()
    for (let index = 0; index < 128; index++) inScratch(() => readSet(index))
    read.mockImplementationOnce(() => {
      throw new Error('cut short')
    })
    expect(() => inScratch(() => readSet(128))).toThrow('cut short')
    inScratch(() => readSet(129))
    for (let index = 1; index < 128; index++)
      inScratch(() => expect(isSet(readSet(index), index)).toBe(true))
  })
})
