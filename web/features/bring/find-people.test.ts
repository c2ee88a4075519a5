import { beforeEach, expect, it, vi } from 'vitest'
import { search } from '#web/lib/people/directory-client.ts'
import { findPeople, rowWords } from './find-people.ts'
import type { NamedPerson } from './people-in-sheet.ts'

vi.mock('#web/lib/people/directory-client.ts', () => ({ search: vi.fn() }))

const person = (row: number, values: Partial<NamedPerson>): NamedPerson => ({
  ...{ row, npi: null, first: '', last: '', city: '', state: '' },
  ...values,
})
const ask = (people: NamedPerson[]) =>
  findPeople(people, { onProgress: progress, signal: new AbortController().signal })
const progress = vi.fn()
const answer = (...data: object[]) => vi.mocked(search).mockResolvedValueOnce({ data } as never)

beforeEach(() => void vi.resetAllMocks())

it('asks for fifty NPIs at once, and names those who are not there', async () => {
  const people = Array.from({ length: 51 }, (_, index) =>
    person(index + 2, { npi: String(1_000_000_000 + index) }),
  )
  answer(...people.slice(1, 50).map(({ npi }) => ({ id: `id ${npi}`, npi })))
  answer({ id: 'last', npi: '1000000050' })
  const { ids, missing } = await ask(people)
  expect(vi.mocked(search).mock.calls.map(([{ filters }]) => filters?.npi?.length)).toEqual([50, 1])
  expect(ids).toHaveLength(50)
  expect(missing).toEqual([{ person: people[0], reason: 'nobody' }])
  expect(progress.mock.calls).toEqual([[50], [51]])
})

it('takes a name for a person only where there is one of it in the place', async () => {
  const ana = person(2, { first: 'Ána', last: 'SMITH', city: 'Amarillo', state: 'tx' })
  const bo = person(3, { first: 'Bo', last: 'Lee' })
  const cy = person(4, { first: 'Cy', last: 'Doe', state: 'Texas' })
  answer(
    { id: 'ana', first_name: 'Ana', last_name: 'Smith' },
    { id: 'x', first_name: 'Anabel', last_name: 'Smith' },
  )
  answer(
    { id: 'bo', first_name: 'Bo', last_name: 'Lee' },
    { id: 'bob', first_name: 'Bo', last_name: 'Lee' },
  )
  answer({ id: 'y', first_name: 'Cyril', last_name: 'Doe' })
  expect(await ask([ana, bo, cy])).toEqual({
    ids: ['ana'],
    missing: [
      { person: bo, reason: 'several' },
      { person: cy, reason: 'nobody' },
    ],
  })
  expect(vi.mocked(search).mock.calls.map(([{ filters }]) => filters)).toEqual([
    { query: 'Ána SMITH', exact: true, city: ['Amarillo'], state: ['TX'] },
    { query: 'Bo Lee', exact: true },
    // No code of a state: it narrows nothing.
    { query: 'Cy Doe', exact: true },
  ])
})

it('has a person once whom two rows name', async () => {
  const rows = [person(2, { npi: '1' }), person(3, { npi: '1' })]
  answer({ id: 'ana', npi: '1' })
  expect((await ask(rows)).ids).toEqual(['ana'])
})

it('names a row as its file does', () => {
  expect(rowWords(person(7, { first: 'Ana', last: 'Smith', city: 'Amarillo', state: 'TX' }))).toBe(
    'Row 7: Ana Smith, Amarillo, TX',
  )
  expect(rowWords(person(8, { npi: '1234567893' }))).toBe('Row 8: NPI 1234567893')
})
