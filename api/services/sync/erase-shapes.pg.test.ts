import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eraseHistory } from '#sync/server/shape-history.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { eraseShapes } from './erase-shapes.ts'

/** More than one transaction drops shapes of. */
const MANY = Array.from({ length: 60 }, (_, index) => `owner ${index}`)
const OWNERS = ['ann', 'bob', 'cy', ...MANY]

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.sql`
    insert into owners (id, kind) select unnest(${OWNERS}::text[]), 'account'`
})
afterAll(() => database.close())
beforeEach(() => database.sql`delete from erased_shapes`)

const waiting = async () => (await database.sql`select from erased_shapes`).length
const { signal: stopping } = new AbortController()

/** The parts of a process whose shape server drops these shapes, and fails so often before. */
function partsWith(erased: string[], failures = 0) {
  let left = failures
  const shapes = {
    async erase(name: string, ownerId: string) {
      if (left-- > 0) throw new Error('The shape server answered 503.')
      erased.push(`${name} of ${ownerId}`)
    },
  }
  return { sql: database.sql, shapes, stopping }
}

it('drops each shape once whose history was erased, and of no transaction that was undone', async () => {
  const { sql } = database
  await sql.begin((tx) => eraseHistory(tx, ['ann', 'bob'], ['lists', 'activities']))
  await sql.begin((tx) => eraseHistory(tx, ['ann'], ['lists']))
  const undone = sql.begin(async (tx) => {
    await eraseHistory(tx, ['cy'], ['lists'])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const erased: string[] = []
  await eraseShapes(partsWith(erased))
  expect(erased.sort()).toEqual([
    'activities of ann',
    'activities of bob',
    'lists of ann',
    'lists of bob',
  ])
  expect(await waiting()).toBe(0)
})

it('drops more shapes than one transaction does', async () => {
  await database.sql.begin((tx) => eraseHistory(tx, MANY, ['lists', 'activities']))
  const erased: string[] = []
  await eraseShapes(partsWith(erased))
  expect(new Set(erased).size).toBe(120)
  expect(await waiting()).toBe(0)
})

it('keeps what a shape server failed to drop, and tries again', async () => {
  await database.sql.begin((tx) => eraseHistory(tx, ['ann'], ['lists']))
  const erased: string[] = []
  await expect(eraseShapes(partsWith(erased, 1))).rejects.toThrow('answered 503')
  expect(await waiting()).toBe(1)
  await eraseShapes(partsWith(erased, 1), { tries: 2, retryMs: 1 })
  expect(erased).toEqual(['lists of ann'])
  expect(await waiting()).toBe(0)
})

it('leaves a shape to the process that is dropping it', async () => {
  await database.sql.begin((tx) => eraseHistory(tx, ['ann'], ['lists']))
  let end = () => {}
  const isOver = new Promise<void>((resolve) => {
    end = resolve
  })
  let begun = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const slow = {
    erase: () => {
      begun()
      return isOver
    },
  }
  const first = eraseShapes({ sql: database.sql, shapes: slow, stopping })
  await hasBegun
  const erased: string[] = []
  await eraseShapes(partsWith(erased))
  end()
  await first
  expect(erased).toEqual([])
  expect(await waiting()).toBe(0)
})
