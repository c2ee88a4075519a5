import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchFilters } from '#api/contract/search.ts'
import type { SearchDocument } from '#api/services/search/engine.ts'
import { SORT_DIRECTIONS, SORT_KEYS } from '#db/schema/vocabulary.ts'
import { nastyPerson, nastySelection, seededRandom } from '#tests/integration/nasty-people.ts'
import { EmbeddedEngine } from './embedded-engine.ts'
import { buildSegment } from './segment-builder.ts'

async function engineOf(documents: Iterable<SearchDocument>): Promise<EmbeddedEngine> {
  const sorted = [...documents].sort((a, b) => a.ordinal - b.ordinal)
  return new EmbeddedEngine(
    await buildSegment(
      (async function* () {
        yield sorted
      })(),
    ),
  )
}

const ordinal = fc.integer({ min: 1, max: 60 })
const change = fc.oneof(
  fc.record({ kind: fc.constant('upsert' as const), ordinal, person: fc.nat() }),
  fc.record({ kind: fc.constant('remove' as const), ordinal }),
)

describe('the embedded engine', () => {
  it('answers after any changes as one built from the result does', async () => {
    const property = fc.asyncProperty(
      fc.uniqueArray(ordinal, { maxLength: 40 }),
      fc.array(change, { maxLength: 60 }),
      fc.nat(),
      async (initial, changes, seed) => {
        const person = (of: number, version: number): SearchDocument => ({
          ...nastyPerson(seededRandom(version)),
          ordinal: of,
          changed_xid: String(2 ** 32 + version),
        })
        const people = new Map(initial.map((of) => [of, person(of, of)]))
        const changed = await engineOf(people.values())
        for (const step of changes) {
          if (step.kind === 'upsert') {
            const document = person(step.ordinal, step.person)
            people.set(step.ordinal, document)
            await changed.upsert([document])
          } else {
            people.delete(step.ordinal)
            await changed.remove([step.ordinal])
          }
        }
        const built = await engineOf(people.values())
        expect(changed.checksum()).toEqual(built.checksum())
        expect(await changed.specialtyCounts()).toEqual(await built.specialtyCounts())
        const random = seededRandom(seed)
        for (const key of [undefined, ...SORT_KEYS]) {
          for (const direction of SORT_DIRECTIONS) {
            const query = {
              ...nastySelection(random),
              offset: Math.floor(random() * 10),
              limit: 7,
              facets: true,
              ...(key ? { sort: { key, direction } } : {}),
            }
            expect(await changed.search(query)).toEqual(await built.search(query))
          }
        }
        await changed.close()
        await built.close()
      },
    )
    await fc.assert(property, { numRuns: 60, seed: 20_261_120 })
  })

  it('pages a broad sorted result from both ends and the middle', async () => {
    const random = seededRandom(1)
    const people = Array.from({ length: 40_000 }, (_, index) => ({
      ...nastyPerson(random),
      // Long runs without a match make the engine mark positions instead of walking them.
      last_name: index % 50 === 0 ? `zz${index % 977}` : `aa${index % 977}`,
      state: index % 2 === 0 ? 'QC' : 'ON',
      ordinal: index + 1,
      changed_xid: '1',
    }))
    const engine = await engineOf(people)
    const inQuebec = { filters: searchFilters.parse({ state: ['QC'] }), text: [] }
    const whole = await engine.search({
      ...inQuebec,
      offset: 0,
      limit: 40_000,
      facets: false,
      sort: { key: 'name', direction: 'desc' },
    })
    expect(new Set(whole.ordinals).size).toBe(20_000)
    for (const offset of [0, 5, 300, 9_990, 15_000, 19_990, 20_000]) {
      const page = await engine.search({
        ...inQuebec,
        offset,
        limit: 25,
        facets: false,
        sort: { key: 'name', direction: 'desc' },
      })
      expect(page.ordinals).toEqual(whole.ordinals.slice(offset, offset + 25))
    }
    await engine.close()
  })

  it('answers between two of many changes', async () => {
    const engine = await engineOf([])
    const people = Array.from({ length: 1000 }, (_, index) => ({
      ...nastyPerson(seededRandom(index)),
      ordinal: index,
      changed_xid: '9',
    }))
    let isDone = false
    const taken = engine.upsert(people).then(() => {
      isDone = true
    })
    const { count } = await engine.selectIds({ filters: searchFilters.parse({}), text: [] }, 10)
    expect(isDone).toBe(false)
    expect(count).toBeLessThan(people.length)
    await taken
    expect((await engine.selectIds({ filters: searchFilters.parse({}), text: [] }, 10)).count).toBe(
      people.length,
    )
  })
})
