import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { searchFilters } from '#api/contract/search.ts'
import { CARD_FORM } from '#api/services/directory/candidates.ts'
import { SORT_KEYS } from '#db/schema/vocabulary.ts'
import { nastyPerson, seededRandom } from '#tests/integration/nasty-people.ts'
import { numberAt } from './byte-source.ts'
import { EmbeddedEngine } from './embedded-engine.ts'
import { buildSegment } from './segment-builder.ts'
import { readSnapshot, SnapshotError, writeSnapshot } from './snapshot.ts'
import { StringTable } from './string-table.ts'
import { NAMESPACES, TOKEN_VERSION } from './tokens.ts'

describe('a snapshot', () => {
  let folder: string
  let path: string
  const head = {
    tokens: TOKEN_VERSION,
    database: 'here',
    cursor: '1234',
    cards: CARD_FORM,
    builtAt: '2026-01-31T12:00:00.000Z',
  }

  const build = () =>
    buildSegment(
      (async function* () {
        const random = seededRandom(5)
        yield Array.from({ length: 300 }, (_, index) => ({
          ...nastyPerson(random),
          ordinal: index * 2,
          changed_xid: '9',
        }))
      })(),
    )

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snapshot-'))
    path = join(folder, 'deep', 'index.snapshot')
  })
  beforeEach(() => writeSnapshot(path, async () => ({ head, data: await build() })))
  afterAll(() => rm(folder, { recursive: true }))

  it('gives back the index that was written', async () => {
    const snapshot = await readSnapshot(path, 'here')
    expect(snapshot.head).toEqual(head)
    const loaded = new EmbeddedEngine(snapshot.data)
    const built = new EmbeddedEngine(await build())
    expect(loaded.checksum()).toEqual(built.checksum())
    expect(await loaded.specialtyCounts()).toEqual(await built.specialtyCounts())
    await loaded.close()
    await built.close()
  })

  it('sorts newcomers in as the index that was written does', async () => {
    const loaded = new EmbeddedEngine((await readSnapshot(path, 'here')).data)
    const built = new EmbeddedEngine(await build())
    const random = seededRandom(7)
    const newcomers = Array.from({ length: 200 }, (_, index) => ({
      ...nastyPerson(random),
      ordinal: index * 4 + 1,
      changed_xid: '10',
    }))
    const filters = searchFilters.parse({})
    for (const key of SORT_KEYS) {
      const sort = { key, direction: 'asc' } as const
      const query = { filters, text: [], offset: 0, limit: 500, sort, facets: false }
      await loaded.upsert(newcomers)
      await built.upsert(newcomers)
      expect(await loaded.search(query)).toEqual(await built.search(query))
    }
    await loaded.close()
    await built.close()
  })

  it('SEARCH-40 finds people by NPI, also by ten digits that can be none', async () => {
    const npis = [
      '1000000000',
      '1234567893',
      '2999999999',
      '5294967295',
      '5294967296',
      '0000000017',
    ]
    const random = seededRandom(8)
    const people = npis.map((npi, index) => ({
      ...nastyPerson(random),
      ordinal: index * 3,
      changed_xid: '9',
      npi,
    }))
    const data = await buildSegment(
      (async function* () {
        yield people
      })(),
    )
    const table = new StringTable(data.terms.bytes, data.terms.offsets)
    const [from, to] = table.prefixRange(NAMESPACES.npi)
    // Stored as terms, they took more memory than all others together.
    expect(to - from).toBe(2)
    await writeSnapshot(path, async () => ({ head, data }))
    const loaded = new EmbeddedEngine((await readSnapshot(path, 'here')).data)
    for (const engine of [new EmbeddedEngine(data), loaded]) {
      const find = async (npi: string) =>
        (await engine.selectIds({ filters: searchFilters.parse({ npi: [npi] }), text: [] }, 10))
          .ordinals
      for (const { npi, ordinal } of people) {
        expect(await find(npi)).toEqual([ordinal])
        expect(engine.vocabulary.people('npi', npi)).toBe(1)
      }
      for (const npi of ['1000000001', '2999999998', '9999999999', '123456789', '12345678930'])
        expect(await find(npi)).toEqual([])
    }
    await loaded.close()
  })

  it('leaves most of itself on disk, and closes with the engine', async () => {
    const { data } = await readSnapshot(path, 'here')
    const left = [data.xids, data.npis.docs, data.columns.best.order, data.postings.sets]
    for (const stored of left) expect(ArrayBuffer.isView(stored)).toBe(false)
    const engine = new EmbeddedEngine(data)
    expect(engine.checksum().people).toBe(300)
    await engine.close()
    expect(() => numberAt(data.xids, 0)).toThrow()
  })

  it('is refused when it is of another database or not there', async () => {
    await expect(readSnapshot(path, 'elsewhere')).rejects.toThrow(SnapshotError)
    await expect(readSnapshot(`${path}.not`, 'here')).rejects.toThrow(SnapshotError)
  })

  it('is refused when a release with other tokens wrote it', async () => {
    const data = await build()
    await writeSnapshot(path, async () => ({
      head: { ...head, tokens: TOKEN_VERSION + 1 },
      data,
    }))
    await expect(readSnapshot(path, 'here')).rejects.toThrow(
      new SnapshotError(`It has tokens of version ${TOKEN_VERSION + 1}, not ${TOKEN_VERSION}`),
    )
  })

  it('shows nobody whose card could not be erased, and goes on', async () => {
    const people = Array.from({ length: 300 }, (_, doc) => JSON.stringify({ doc }))
    await writeSnapshot(path, async (addCards) => {
      await addCards(people.slice(0, 100))
      await addCards(people.slice(100))
      return { head, data: await build() }
    })
    const { data } = await readSnapshot(path, 'here')
    const onFault = vi.fn()
    const engine = new EmbeddedEngine(data, onFault)
    const shown = (ordinals: number[]) => {
      const found = engine.people(ordinals)
      return found && (JSON.parse(String(found)) as unknown)
    }
    expect(shown([598, 0, 200])).toEqual([{ doc: 299 }, { doc: 0 }, { doc: 100 }])
    expect(shown([1])).toBeUndefined()
    const fault = new Error('The disk can only be read.')
    if (data.cards)
      vi.spyOn(data.cards.bytes, 'erase').mockImplementation(() => {
        throw fault
      })
    await engine.remove([200, 202])
    expect(onFault.mock.calls).toEqual([[fault], [fault]])
    expect(engine.checksum().people).toBe(298)
    expect([shown([200]), shown([0, 202])]).toEqual([undefined, undefined])
    expect(shown([0, 204])).toEqual([{ doc: 0 }, { doc: 102 }])
    await engine.close()
  })

  it('is refused when its cards have another form', async () => {
    const data = await build()
    await writeSnapshot(path, async () => ({ head: { ...head, cards: 'of before' }, data }))
    await expect(readSnapshot(path, 'here')).rejects.toThrow(
      new SnapshotError('It has cards of another form'),
    )
  })

  it('is refused when it was cut short anywhere', async () => {
    const bytes = await readFile(path)
    for (const length of [0, 7, 100, bytes.length >> 1, bytes.length - 1]) {
      await writeFile(path, bytes)
      await truncate(path, length)
      await expect(readSnapshot(path, 'here')).rejects.toThrow(SnapshotError)
    }
  })

  it('is refused when any byte of it changed', async () => {
    const bytes = await readFile(path)
    const random = seededRandom(6)
    for (let i = 0; i < 40; i++) {
      // The last 16 bytes are the trailer, each of which matters too.
      const at = i < 16 ? bytes.length - 1 - i : Math.floor(random() * bytes.length)
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] ?? 0) ^ 0x10
      await writeFile(path, damaged)
      const isPadding = await readSnapshot(path, 'here').then(
        async ({ data }) => {
          await new EmbeddedEngine(data).close()
          return true
        },
        (error: unknown) => {
          expect(error).toBeInstanceOf(SnapshotError)
          return false
        },
      )
      if (isPadding) expect(bytes[at]).toBe(0)
    }
  })
})
