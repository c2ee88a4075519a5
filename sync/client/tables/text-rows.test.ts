import { expect, it } from 'vitest'
import { keyOf, keyRow, rowFromText, rowId, splitRowId, textFromValues } from './text-rows.ts'

const LIST = '00000000-0000-4000-8000-000000000001'
const PERSON = '00000000-0000-4000-8000-000000000002'

it('a key names its row whatever else is in it', () => {
  const row = { list_id: LIST, candidate_id: PERSON, owner_id: 'ada', card: null }
  const key = keyOf('list_members', row)
  expect(keyOf('list_members', { ...row, card: '{}' })).toBe(key)
  expect(keyRow('list_members', key)).toEqual({
    owner_id: 'ada',
    list_id: LIST,
    candidate_id: PERSON,
  })
  expect(splitRowId(rowId('list_members', key))).toEqual({ shape: 'list_members', key })
})

it('keys with spaces and quotes in them stay apart', () => {
  const keys = ['a b', 'a" "b', '["a","b"]'].map((key) => ({ owner_id: 'ada "x"', key }))
  const ids = keys.map((row) => rowId('user_settings', keyOf('user_settings', row)))
  expect(new Set(ids).size).toBe(keys.length)
  for (const [index, id] of ids.entries()) {
    const { shape, key } = splitRowId(id)
    expect(keyRow(shape, key)).toEqual(keys[index])
  }
})

it('mutations see values where PostgreSQL writes texts, and write texts it reads back', () => {
  const text = {
    owner_id: 'ada',
    candidate_id: PERSON,
    starred: 't',
    note: null,
    card: '{"first_name":"Zoë"}',
    created_at: '2026-01-31 12:00:00.123456+00',
  }
  const row = rowFromText('saved_candidates', text)
  expect(row).toMatchObject({ starred: true, note: null, card: { first_name: 'Zoë' } })
  expect(row.created_at).toEqual(new Date('2026-01-31T12:00:00.123Z'))
  expect(textFromValues('saved_candidates', row)).toEqual({
    ...text,
    starred: 'true',
    created_at: '2026-01-31T12:00:00.123Z',
  })
})
