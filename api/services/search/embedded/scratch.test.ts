import { describe, expect, it } from 'vitest'
import { bitWords, inScratch, numbers } from './scratch.ts'

describe('scratch memory', () => {
  it('is one block that each step begins anew', () => {
    const [first, second] = [1, 2].map(() => inScratch(() => [numbers(10), bitWords(20)] as const))
    expect(first?.map(({ byteOffset }) => byteOffset)).toEqual([0, 48])
    expect(second?.map(({ byteOffset }) => byteOffset)).toEqual([0, 48])
    expect(second?.[1].buffer).toBe(first?.[0].buffer)
  })

  it('keeps what a step has made while a step within it runs, fails or has ended', () => {
    inScratch(() => {
      const outer = numbers(3).fill(7)
      inScratch(() => numbers(100).fill(1))
      expect(() =>
        inScratch(() => {
          bitWords(50).fill(2)
          throw new Error('It broke')
        }),
      ).toThrow('It broke')
      expect(bitWords(1).byteOffset).toBe(16)
      expect([...outer]).toEqual([7, 7, 7])
    })
  })

  it('gives memory of its own outside of a step and to what does not fit', () => {
    const outside = numbers(8)
    expect(outside.buffer.byteLength).toBe(32)
    inScratch(() => {
      const large = numbers(1 << 24)
      expect(large.buffer.byteLength).toBe(1 << 26)
      expect(numbers(8).buffer.byteLength).toBeGreaterThan(32)
    })
  })
})
