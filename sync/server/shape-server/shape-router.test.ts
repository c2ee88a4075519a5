import { expect, test } from 'vitest'
import type { Definition } from './definition.ts'
import { Shape } from './shape.ts'
import { ShapeRouter } from './shape-router.ts'
import type { Table } from './table.ts'
import { parseWhere } from './where-ast.ts'

const TEXT = 25
const table: Table = {
  oid: 1,
  schema: 'public',
  name: 'lists',
  key: ['id'],
  columns: ['id', 'owner', 'team'].map((name) => ({
    name,
    typeOid: TEXT,
    type: 'text',
    isEqualAsText: true,
    isGenerated: false,
    isComposite: false,
    labels: null,
    shown: { type: 'text' },
  })),
}

async function shapeOf(where: string): Promise<Shape> {
  const definition: Definition = {
    key: where,
    table,
    where: await parseWhere(where, {}),
    columns: ['id'],
    replica: 'default',
    log: 'full',
  }
  return new Shape({ handle: where, definition, dir: '', chunkBytes: 1 }, async () => undefined)
}

const row = (owner: string, team: string | null = null) => ({ id: '1', owner, team })

async function routerOf(...clauses: string[]) {
  const router = new ShapeRouter()
  const shapes = await Promise.all(clauses.map(shapeOf))
  for (const shape of shapes) router.add(shape)
  const find = (...rows: ReturnType<typeof row>[]) =>
    [...router.find(table.oid, rows)].map(({ shape }) => shape.handle).sort()
  return { router, shapes, find }
}

test('of a thousand shapes by owner a change looks at those of its row, before and after', async () => {
  const { find } = await routerOf(...Array.from({ length: 1000 }, (_, i) => `owner = 'o${i}'`))
  expect(find(row('o7'))).toEqual(["owner = 'o7'"])
  expect(find(row('o7'), row('o8'))).toEqual(["owner = 'o7'", "owner = 'o8'"])
  expect(find(row('nobody'))).toEqual([])
})

test('finds a shape by each part of an OR, by a list, and by one part of an AND', async () => {
  const or = "owner = 'a' or team = 't'"
  const list = "owner in ('a', 'b')"
  const and = "team <> 'x' and owner = 'a'"
  const { find } = await routerOf(or, list, and)
  expect(find(row('a'))).toEqual([list, or, and].sort())
  expect(find(row('b'))).toEqual([list])
  expect(find(row('c', 't'))).toEqual([or])
})

test('looks at every change for a shape that is known by no value', async () => {
  const { find } = await routerOf("owner <> 'a'", "owner = 'a' or team is null")
  expect(find(row('z', 'z'))).toHaveLength(2)
})

test('a shape that is removed is found no more', async () => {
  const { router, shapes, find } = await routerOf("owner = 'a'", "owner = 'a' or team = 't'")
  for (const shape of shapes) router.remove(shape)
  expect(find(row('a', 't'))).toEqual([])
  expect(router.ofTable(table.oid)).toEqual([])
})
