import { expect, it } from 'vitest'
import { z } from 'zod'
import { columnTypes } from './column-types.ts'

it('a row says the PostgreSQL type of each of its columns, in its order', () => {
  const row = z.object({
    id: z.uuid(),
    name: z.string(),
    tone: z.enum(['formal', 'casual']),
    is_done: z.boolean(),
    count: z.number().int(),
    made_at: z.date(),
    ended_at: z.date().nullable(),
    about_id: z.uuid().nullable(),
    words: z.array(z.string()),
    card: z.object({ name: z.string() }).nullable(),
    params: z.record(z.string(), z.unknown()),
    value: z.union([z.string(), z.boolean()]),
    rest: z.unknown(),
  })
  expect(Object.entries(columnTypes(row))).toEqual([
    ['id', 'uuid'],
    ['name', 'text'],
    ['tone', 'text'],
    ['is_done', 'boolean'],
    ['count', 'integer'],
    ['made_at', 'timestamptz'],
    ['ended_at', 'timestamptz'],
    ['about_id', 'uuid'],
    ['words', 'text[]'],
    ['card', 'jsonb'],
    ['params', 'jsonb'],
    ['value', 'jsonb'],
    ['rest', 'jsonb'],
  ])
})

it.each([
  ['a number that may be broken', z.number()],
  ['what may be left out', z.string().optional()],
])('no column is made of %s', (_what, schema) => {
  expect(() => columnTypes(z.object({ column: schema }))).toThrow('No column has the type')
})
