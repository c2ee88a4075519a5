import { expect, it } from 'vitest'
import { QUERIES, type QueryName } from './queries.ts'

const countOf = (text: string, part: string) => text.split(part).length - 1

it.each(Object.keys(QUERIES) as QueryName[])('%s shows nobody who was taken off a list', (name) => {
  const { sql } = QUERIES[name]
  expect(countOf(sql, 'removed_at is null')).toBe(countOf(sql, ' list_members'))
})
