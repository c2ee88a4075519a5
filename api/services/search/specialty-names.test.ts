import { describe, expect, it } from 'vitest'
import { mergeSpecialtyCounts } from './specialty-names.ts'

describe('specialty names', () => {
  it('DATA-07 adds the counts of spellings that differ in case, most frequent first', () => {
    expect(
      mergeSpecialtyCounts([
        ['OBGYN', 3],
        ['Cardiology', 2],
        ['CARDIOLOGY', 2],
        ['Obgyn', 1],
        ['Urology', 9],
      ]),
    ).toEqual([
      { specialty: 'Urology', count: 9 },
      { specialty: 'Cardiology', count: 4 },
      { specialty: 'OBGYN', count: 4 },
    ])
  })
})
