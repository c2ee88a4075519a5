import { expect, it } from 'vitest'
import { readSpecialtyCounts } from './specialty-counts.ts'

const counts = [{ specialty: 'Cardiology', count: 12 }]

it('HOME-08 accepts an array of counts, bare or wrapped in data', () => {
  expect(readSpecialtyCounts(counts)).toEqual(counts)
  expect(readSpecialtyCounts({ data: counts })).toEqual(counts)
})

it('HOME-09 takes nothing else for counts', () => {
  for (const body of [null, undefined, 'x', 3, {}, { data: 'x' }, [], [{ specialty: 'x' }]]) {
    expect(readSpecialtyCounts(body)).toBeNull()
  }
})

it('HOME-08 drops entries that are not counts and keeps the rest', () => {
  expect(readSpecialtyCounts([null, ...counts, { specialty: 1, count: 2 }])).toEqual(counts)
})
