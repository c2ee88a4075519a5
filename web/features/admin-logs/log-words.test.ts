import { expect, it } from 'vitest'
import { SEARCH_ERROR_TYPES } from '#db/schema/search-error-words.ts'
import { readLogView } from './log-view.ts'
import {
  badgeVariant,
  logTime,
  mostCommonType,
  ownAddress,
  RANGE_LABELS,
  responseTime,
} from './log-words.ts'

it('LOGS-03 names the ranges', () => {
  expect(Object.entries(RANGE_LABELS)).toEqual([
    ['1h', 'Last Hour'],
    ['24h', 'Last 24 Hours'],
    ['7d', 'Last 7 Days'],
    ['30d', 'Last 30 Days'],
  ])
})

it('LOGS-10 tells times of Los Angeles by twelve hours, in summer and winter', () => {
  expect(logTime('2026-11-22T00:05:09.000Z')).toBe('Nov 21, 2026, 4:05:09 PM')
  expect(logTime('2026-07-01T07:00:00.000Z')).toBe('Jul 1, 2026, 12:00:00 AM')
})

it('LOGS-11 tells times under a second in ms, longer ones in seconds, missing ones as N/A', () => {
  expect([0, 999, 1000, 1249, 20_000, null].map(responseTime)).toEqual([
    ...['0ms', '999ms', '1.0s', '1.2s', '20.0s', 'N/A'],
  ])
})

it('LOGS-02 the most common type is the one with the highest count', () => {
  expect(mostCommonType({ timeout: 2, other: 5, edge_error: 1 })).toBe('other')
  expect(mostCommonType({})).toBe('N/A')
})

it('LOGS-12 badges are as loud as the spec has them', () => {
  expect(Object.fromEntries(SEARCH_ERROR_TYPES.map((type) => [type, badgeVariant(type)]))).toEqual({
    timeout: 'secondary',
    database_error: 'destructive',
    edge_error: 'destructive',
    function_error: 'secondary',
    other: 'outline',
  })
})

it('LOGS-13 only an address of this site becomes a link', () => {
  const here = 'https://clinidex.example'
  expect(ownAddress(`${here}/search?query=a`, here)).toBe(`${here}/search?query=a`)
  const foreign = ['javascript:alert(1)', 'https://evil.example/search', '/search', '', null]
  for (const url of foreign) expect(ownAddress(url, here)).toBeNull()
})

it('LOGS-03 an address says what is looked at, and the last 24 hours without saying', () => {
  expect(readLogView({ range: '7d', type: 'timeout', group: 'a'.repeat(32) })).toEqual({
    ...{ range: '7d', type: 'timeout', group: 'a'.repeat(32) },
  })
  expect(readLogView({ range: '24h', type: 'all', group: "' or 1" })).toEqual({})
})
