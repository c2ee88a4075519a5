import { expect, it } from 'vitest'
import { SHAPE_NAMES, shapeOf } from '#sync/contract/shapes.ts'
import { reviveTimes, TIME_COLUMNS } from './revive-times.ts'

/** The names that queries give to times of several tables in one row. */
const OF_QUERIES = ['calling_at', 'stop_at', 'touched_at']

it('knows the time columns of all shapes and queries, and no other', () => {
  const columns = SHAPE_NAMES.flatMap((name) => Object.entries(shapeOf(name).columns))
  const times = columns.filter(([, type]) => type === 'timestamptz').map(([column]) => column)
  expect([...TIME_COLUMNS].sort()).toEqual([...new Set([...times, ...OF_QUERIES])].sort())
})

it('reads the times of a row that went through JSON, and only those', () => {
  const time = '2026-11-20T12:00:00.000Z'
  expect(
    reviveTimes({
      export_date: time,
      current_period_end: time,
      deleted_at: null,
      name: time,
      looks_at: time,
      card: { updated_at: time },
    }),
  ).toEqual({
    export_date: new Date(time),
    current_period_end: new Date(time),
    deleted_at: null,
    name: time,
    looks_at: time,
    card: { updated_at: time },
  })
})
