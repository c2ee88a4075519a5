import { afterEach, expect, it, vi } from 'vitest'
import { EXPORT_COLUMNS } from '#api/contract/export-columns.ts'
import { stubLocalStorage } from '#tests/support/memory-storage.ts'
import {
  choicesOf,
  includedKeys,
  moveColumn,
  storedKeys,
  storeKeys,
  toggleColumn,
  withoutContacts,
} from './column-choice.ts'

afterEach(() => void vi.unstubAllGlobals())

it('starts with every column, or with those of the last time in their order', () => {
  expect(includedKeys(choicesOf(undefined))).toEqual(EXPORT_COLUMNS.map(({ key }) => key))
  const choices = choicesOf(['phone', 'gone', 'last_name'])
  expect(includedKeys(choices)).toEqual(['phone', 'last_name'])
  expect(choices).toHaveLength(EXPORT_COLUMNS.length)
})

it('moves a column by one, and not past an end', () => {
  const choices = choicesOf(['first_name', 'last_name', 'title'])
  expect(includedKeys(moveColumn(choices, 'title', -1))).toEqual([
    'first_name',
    'title',
    'last_name',
  ])
  expect(moveColumn(choices, 'first_name', -1)).toEqual(choices)
})

it('leaves a column out and takes it back in its place', () => {
  const choices = choicesOf(['first_name', 'last_name', 'title'])
  const without = toggleColumn(choices, 'last_name')
  expect(includedKeys(without)).toEqual(['first_name', 'title'])
  expect(includedKeys(toggleColumn(without, 'last_name'))).toEqual([
    'first_name',
    'last_name',
    'title',
  ])
})

it('takes contacts out of a file, and nothing else', () => {
  expect(withoutContacts(['phone', 'last_name', 'work_email', 'phone_verified'])).toEqual([
    'last_name',
    'phone_verified',
  ])
})

it('the columns of the last export are kept on the device, where it keeps anything', () => {
  stubLocalStorage()
  expect(storedKeys()).toBeUndefined()
  storeKeys(['phone', 'last_name'])
  expect(storedKeys()).toEqual(['phone', 'last_name'])
  localStorage.setItem('clinidex.export-columns', '{}')
  expect(storedKeys()).toBeUndefined()
  localStorage.setItem('clinidex.export-columns', 'no JSON')
  expect(storedKeys()).toBeUndefined()
  // A private window that refuses storage.
  vi.stubGlobal('localStorage', undefined)
  expect(() => storeKeys(['phone'])).not.toThrow()
  expect(storedKeys()).toBeUndefined()
})
