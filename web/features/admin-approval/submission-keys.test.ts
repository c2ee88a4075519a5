import { expect, it } from 'vitest'
import { rowAfter, submissionKey } from './submission-keys.ts'

const press = (key: string, more: object = {}) =>
  submissionKey({
    ...{ key, repeat: false, ctrlKey: false, metaKey: false, altKey: false, isTyping: false },
    ...more,
  })

it('J and K move, A approves and R rejects, in either case', () => {
  expect(['j', 'J', 'k', 'a', 'A', 'r', 'x'].map((key) => press(key))).toEqual([
    ...['next', 'next', 'previous', 'approve', 'approve', 'reject', null],
  ])
})

it('a key that is held moves on and on, and decides once', () => {
  expect(press('j', { repeat: true })).toBe('next')
  expect(press('a', { repeat: true })).toBeNull()
  expect(press('r', { repeat: true })).toBeNull()
})

it('leaves the browser its own: Ctrl+A, Ctrl+R and the like', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
    for (const key of ['a', 'r', 'j']) expect(press(key, { [modifier]: true })).toBeNull()
  }
})

it('leaves a text field its letters', () => {
  for (const key of ['a', 'r', 'j', 'k']) expect(press(key, { isTyping: true })).toBeNull()
})

it('where a row left, the next that is there has its turn, whatever came above meanwhile', () => {
  expect(rowAfter(['a', 'b', 'c'], 'a', ['b', 'c'])).toBe('b')
  expect(rowAfter(['a', 'b', 'c'], 'a', ['new', 'c'])).toBe('c')
  expect(rowAfter(['a', 'b', 'c'], 'c', ['new', 'a', 'b'])).toBe('b')
  expect(rowAfter(['a'], 'a', ['new'])).toBe('new')
  expect(rowAfter(['a'], 'a', [])).toBeUndefined()
})
