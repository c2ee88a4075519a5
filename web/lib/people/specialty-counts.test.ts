import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { loadSpecialties, readSpecialtyCounts } from './specialty-counts.ts'

const rows = [
  { specialty: 'cardiology', count: 4 },
  { specialty: 'OBGYN', count: 9 },
  { specialty: 'CARDIOLOGY', count: 7 },
  { specialty: ' ', count: 3 },
]
const merged = [
  { specialty: 'Cardiology', count: 11 },
  { specialty: 'OBGYN', count: 9 },
]

describe('specialty counts', () => {
  it('DATA-07 merges spellings, adds their counts, sorts by count and title-cases', () => {
    expect(readSpecialtyCounts(rows)).toEqual(merged)
    const spelled = readSpecialtyCounts([{ specialty: 'speech-language PATHOLOGIST', count: 1 }])
    expect(spelled[0]?.specialty).toBe('Speech-Language Pathologist')
    const small = readSpecialtyCounts([{ specialty: 'Resident IN Training', count: 1 }])
    expect(small[0]?.specialty).toBe('Resident in Training')
  })

  it('DATA-09 SEARCH-27 HOME-08 HOME-09 takes a list, or one under data, and refuses anything else', () => {
    expect(readSpecialtyCounts({ data: rows })).toEqual(merged)
    for (const body of [null, undefined, '<html>', 3, {}, { data: null }, { data: 'x' }]) {
      expect(() => readSpecialtyCounts(body)).toThrow(ApiError)
    }
  })

  it('HOME-08 drops entries that are not counts and keeps the rest', () => {
    const others = [null, { specialty: 'x' }, { specialty: 1, count: 2 }]
    expect(readSpecialtyCounts([...others, ...rows])).toEqual(merged)
  })
})

describe('loading specialties', () => {
  let now = 0
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('navigator', { onLine: true })
    now += 600_000
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('SEARCH-28 keeps the counts for five minutes', async () => {
    const fetch = vi.fn(async () => Response.json(rows))
    vi.stubGlobal('fetch', fetch)
    expect(await loadSpecialties(now)).toEqual({ options: merged, failure: null })
    await loadSpecialties(now + 299_999)
    expect(fetch).toHaveBeenCalledTimes(1)
    await loadSpecialties(now + 300_000)
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('SEARCH-28 tries once more after one second', async () => {
    const fetch = vi.fn(async () => Response.json(rows)).mockRejectedValueOnce(new TypeError())
    vi.stubGlobal('fetch', fetch)
    const loaded = loadSpecialties(now)
    await vi.advanceTimersByTimeAsync(999)
    expect(fetch).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect((await loaded).failure).toBeNull()
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('SEARCH-27 falls back to the built-in table, and asks again next time', async () => {
    const fetch = vi.fn(async () => {
      throw new TypeError('no network')
    })
    vi.stubGlobal('fetch', fetch)
    const loaded = loadSpecialties(now)
    await vi.advanceTimersByTimeAsync(1000)
    const { options, failure } = await loaded
    expect(options).toContainEqual({ specialty: 'Pharmacist', count: null })
    expect(failure?.code).toBe('unreachable')
    vi.stubGlobal('fetch', async () => Response.json(rows))
    expect((await loadSpecialties(now)).options).toEqual(merged)
  })
})
