import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FACETS, searchFilters } from '#api/contract/search.ts'
import { allDocuments } from '#api/services/search/document-source.ts'
import type { SearchDocument, SearchEngine, Selection } from '#api/services/search/engine.ts'
import { wordByWord } from '#api/services/search/text-query.ts'
import { understand } from '#api/services/search/understanding/understand.ts'
import { Random } from '#db/generate/random.ts'
import { PAGE_SIZE, SELECT_ALL_MAX, SORT_KEYS } from '#db/schema/vocabulary.ts'
import { testDatabase } from '#tests/support/database.ts'
import { directoryOf } from '#tests/support/directory-of.ts'
import { nastyPerson, nastySelection, nastyText, seededRandom } from './nasty-people.ts'
import { createOracle, oracleFacet, oracleOrdinals } from './search-oracle.ts'
import { drawSentences } from './sentences.ts'

const PEOPLE = 2500
const QUERIES = Number(process.env.CONTRACT_QUERIES ?? 250)
const SEED = 20_261_120

const nothing = searchFilters.parse({})
const everybody: Selection = { filters: nothing, text: [] }

/**
 * The contract of every search engine, checked against plain SQL over the same people.
 * @param open opens an engine that holds exactly these people
 */
export function describeSearchContract(
  name: string,
  open: (documents: SearchDocument[]) => Promise<SearchEngine>,
): void {
  describe(`search contract: ${name}`, () => {
    let database: Awaited<ReturnType<typeof testDatabase>>
    let engine: SearchEngine
    let documents: SearchDocument[]

    beforeAll(async () => {
      database = await testDatabase()
      const { sql } = database
      const random = seededRandom(SEED)
      const npis = new Set<string | null>()
      const people = Array.from({ length: PEOPLE }, () => {
        const person = nastyPerson(random)
        const npi = npis.has(person.npi) ? null : person.npi
        npis.add(npi)
        return { ...person, npi, id: randomUUID() }
      })
      await sql`
        insert into candidates ${sql(
          people.map(({ education, contacts: _, ...person }) => ({
            ...person,
            education: education === null ? null : sql.json(education),
            source: 'test',
          })),
        )}`
      await sql`
        insert into candidate_contacts ${sql(
          people.flatMap(({ id, contacts }) =>
            contacts.map((contact) => ({
              candidate_id: id,
              value: 'not shown',
              source: 'test',
              ...contact,
            })),
          ),
        )}`
      // Real ordinals have gaps.
      await sql`delete from candidates where ordinal % 11 = 3`
      await createOracle(sql)
      documents = []
      for await (const batch of allDocuments(sql)) documents.push(...batch)
      engine = await open(documents)
    })

    afterAll(async () => {
      await engine?.close()
      await database?.close()
    })

    it('SEARCH-40 SEARCH-18 finds, counts, orders and pages as plain SQL does', async () => {
      const random = seededRandom(SEED + 1)
      for (let i = 0; i < QUERIES; i++) {
        const selection = nastySelection(random)
        const key = SORT_KEYS[Math.floor(random() * (SORT_KEYS.length + 1))]
        const direction = random() < 0.5 ? 'asc' : 'desc'
        const sorted = { ...selection, ...(key ? { sort: { key, direction } as const } : {}) }
        const expected = await oracleOrdinals(database.sql, sorted)
        const lastPage = Math.max(0, Math.ceil(expected.length / PAGE_SIZE) - 1)
        const deepPage = Math.floor(random() * (lastPage + 1))
        for (const page of new Set([0, deepPage, lastPage, lastPage + 1])) {
          const offset = page * PAGE_SIZE
          const result = await engine.search({
            ...sorted,
            offset,
            limit: PAGE_SIZE,
            facets: false,
          })
          const about = JSON.stringify({ ...sorted, offset })
          expect(result.count, about).toBe(expected.length)
          expect(result.ordinals, about).toEqual(expected.slice(offset, offset + PAGE_SIZE))
        }
      }
    }, 300_000)

    it('SEARCH-40 finds people with any of the many words that begin so', async () => {
      const selections: Selection[] = [
        { filters: searchFilters.parse({ title: ['sur'] }), text: [] },
        { filters: nothing, text: wordByWord('mar') },
        { filters: nothing, text: wordByWord('mar surg') },
      ]
      for (const selection of selections) {
        const expected = await oracleOrdinals(database.sql, selection)
        const { count, ordinals } = await engine.selectIds(selection, SELECT_ALL_MAX)
        expect(count, JSON.stringify(selection)).toBe(expected.length)
        expect(ordinals).toEqual(expected.slice(0, SELECT_ALL_MAX))
      }
    })

    it('SEARCH-40 carries out understood text and orders by best match as plain SQL does', async () => {
      const random = seededRandom(SEED + 4)
      let found = 0
      for (let i = 0; i < QUERIES; i++) {
        const selection = { filters: nothing, text: nastyText(random) }
        const expected = await oracleOrdinals(database.sql, selection)
        const { count, ordinals } = await engine.selectIds(selection, SELECT_ALL_MAX)
        const about = JSON.stringify(selection.text)
        expect(count, about).toBe(expected.length)
        expect(ordinals, about).toEqual(expected.slice(0, SELECT_ALL_MAX))
        if (count > 0 && count < documents.length) found += 1
      }
      expect(found).toBeGreaterThan(QUERIES / 3)
    }, 300_000)

    it('SEARCH-40 carries out sentences as they are understood as plain SQL does', async () => {
      const random = new Random(SEED)
      const directory = directoryOf(documents)
      const sentences = drawSentences(random, documents)
      let found = 0
      for (let i = 0; i < QUERIES; i++) {
        const sentence = sentences.next().value
        const { clauses } = understand(sentence, directory)
        const selection = { filters: nothing, text: clauses }
        const expected = await oracleOrdinals(database.sql, selection)
        const { count, ordinals } = await engine.selectIds(selection, SELECT_ALL_MAX)
        const about = JSON.stringify({ sentence, clauses })
        expect(count, about).toBe(expected.length)
        expect(ordinals, about).toEqual(expected.slice(0, SELECT_ALL_MAX))
        if (count > 0) found += 1
      }
      // Random combinations often match nobody.
      expect(found).toBeGreaterThan(QUERIES / 8)
    }, 300_000)

    it('counts facet values with every filter but their own', async () => {
      const random = seededRandom(SEED + 2)
      for (let i = 0; i < QUERIES / 10; i++) {
        const selection = nastySelection(random)
        const { facets } = await engine.search({ ...selection, offset: 0, limit: 1, facets: true })
        for (const facet of FACETS) {
          const expected = await oracleFacet(database.sql, selection, facet)
          const counts = Object.entries(facets?.[facet] ?? {})
          const found = counts.map(([value, count]) => [
            facet === 'specialty' ? value.toLowerCase() : value,
            count,
          ])
          const about = JSON.stringify({ selection, facet })
          expect(Object.fromEntries(found), about).toEqual(expected)
          expect(counts.length, about).toBe(Object.keys(expected).length)
        }
      }
    }, 300_000)

    it('SELECT-03 selects the first 500 matches and counts them all', async () => {
      const random = seededRandom(SEED + 3)
      for (let i = 0; i < QUERIES / 10; i++) {
        const selection = nastySelection(random)
        const expected = await oracleOrdinals(database.sql, selection)
        const selected = await engine.selectIds(selection, SELECT_ALL_MAX)
        const about = JSON.stringify(selection)
        expect(selected.count, about).toBe(expected.length)
        expect(selected.ordinals, about).toEqual(expected.slice(0, SELECT_ALL_MAX))
      }
    }, 300_000)

    it('DATA-07 counts specialties over spellings that differ in case, most frequent first', async () => {
      const rows = await database.sql<{ name: string; count: number }[]>`
        select lower(specialty) as name, count(*)::integer as count
        from candidates where specialty is not null group by 1`
      const counts = await engine.specialtyCounts()
      expect(
        Object.fromEntries(counts.map(({ specialty, count }) => [specialty.toLowerCase(), count])),
      ).toEqual(Object.fromEntries(rows.map(({ name: specialty, count }) => [specialty, count])))
      expect(counts.map(({ count }) => count)).toEqual(
        counts.map(({ count }) => count).sort((a, b) => b - a),
      )
      expect(counts.map(({ specialty }) => specialty)).toContain('OBGYN')
    })

    // Last: it changes the engine's content.
    it('takes replaced and removed people in with the next search', async () => {
      const [first, second] = documents
      if (!first || !second) throw new Error('There are no people')
      await engine.upsert([{ ...first, title: 'Xylophonist', changed_xid: '4294967297' }])
      const find = async (title: string) =>
        (await engine.selectIds({ filters: { ...nothing, title: [title] }, text: [] }, 10)).ordinals
      expect(await find('xylo')).toEqual([first.ordinal])
      await engine.upsert([{ ...first, title: 'Zitherist', changed_xid: '4294967298' }])
      expect(await find('xylo')).toEqual([])
      expect(await find('zither')).toEqual([first.ordinal])
      await engine.remove([first.ordinal, second.ordinal, 2_000_000_000])
      expect(await find('zither')).toEqual([])
      expect((await engine.selectIds(everybody, 1)).count).toBe(documents.length - 2)
      await engine.upsert([first])
      expect((await engine.selectIds(everybody, 1)).count).toBe(documents.length - 1)
    })
  })
}
