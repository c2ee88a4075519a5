import { afterEach, expect, it, vi } from 'vitest'
import { stubLocalStorage } from '#tests/support/memory-storage.ts'
import { readStored, readStoredJson, store } from './local-storage.ts'

afterEach(() => vi.unstubAllGlobals())

it('a value is stored, and removed by null', () => {
  stubLocalStorage()
  expect(readStored('a')).toBeNull()
  expect(store('a', '{"b":1}')).toBe(true)
  expect(readStored('a')).toBe('{"b":1}')
  expect(readStoredJson('a')).toEqual({ b: 1 })
  expect(store('a', null)).toBe(true)
  expect(readStoredJson('a')).toBeNull()
  store('a', 'not JSON')
  expect(readStoredJson('a')).toBeNull()
})

it('nothing is stored, and nothing fails, where the browser refuses storage', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(store('a', 'b')).toBe(false)
  expect(store('a', null)).toBe(false)
  expect(readStored('a')).toBeNull()
  expect(readStoredJson('a')).toBeNull()
})
