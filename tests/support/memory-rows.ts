import { isFilled } from '#sync/contract/filled-columns.ts'
import type { MutationTx } from '#sync/contract/rows.ts'
import {
  type ShapeName,
  type ShapeRows,
  shapeOf,
  type WritableName,
} from '#sync/contract/shapes.ts'

type Row = Record<string, unknown>

const withoutFilled = <R extends object>(row: R): R =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !isFilled(column))) as R

/**
 * The rows of one account, and of its teams, as plain objects: what mutations do, in the simplest way
 * there is.
 */
export class MemoryRows {
  constructor(
    private readonly owner: string,
    private readonly tables: Map<string, Map<string, Row>> = new Map(),
  ) {}

  copy(): MemoryRows {
    const tables = [...this.tables].map(([name, rows]) => [name, new Map(rows)] as const)
    return new MemoryRows(this.owner, new Map(tables))
  }

  table(name: ShapeName): Map<string, Row> {
    const rows = this.tables.get(name) ?? new Map<string, Row>()
    this.tables.set(name, rows)
    return rows
  }

  keyOf(name: ShapeName, row: object): string {
    return JSON.stringify(shapeOf(name).key.map((column) => (row as Row)[column]))
  }

  /**
   * What a mutation is run on: the rows of `ownerId`, the account's own unless it says otherwise. One
   * that throws must be run on a copy.
   */
  tx(now: Date, ownerId = this.owner): MutationTx {
    const rowsOf = <T extends WritableName>(table: T) =>
      this.table(table) as unknown as Map<string, ShapeRows[T]>
    const keyOf = (table: WritableName, row: object) =>
      this.keyOf(table, { ...row, owner_id: ownerId })
    const authors = (table: WritableName, names: string[]) =>
      Object.fromEntries(
        names.filter((name) => name in shapeOf(table).columns).map((name) => [name, this.owner]),
      )
    return {
      now,
      madeAt: now,
      by: this.owner,
      get: async (table, key) => rowsOf(table).get(keyOf(table, key)),
      getAll: async (table, keys) =>
        keys.flatMap((key) => rowsOf(table).get(keyOf(table, key)) ?? []).map(withoutFilled),
      find: async (table, where) => {
        const values = Object.entries({ ...where, owner_id: ownerId })
        return [...rowsOf(table).values()]
          .filter((row) => values.every(([column, value]) => (row as Row)[column] === value))
          .map(withoutFilled)
      },
      insert: async (table, rows) => {
        for (const row of rows) {
          const key = keyOf(table, row)
          if (this.table(table).has(key)) continue
          const empty = Object.keys(shapeOf(table).columns).map((column) => [column, null])
          this.table(table).set(key, {
            ...Object.fromEntries(empty),
            ...row,
            ...authors(table, ['created_by', 'updated_by']),
            owner_id: ownerId,
          })
        }
      },
      update: async (table, key, patch) => {
        const id = keyOf(table, key)
        const row = this.table(table).get(id)
        if (row) {
          this.table(table).set(id, { ...row, ...patch, ...authors(table, ['updated_by']) })
        }
      },
      async updateAll(table, keys, patch) {
        for (const key of keys) await this.update(table, key, patch)
      },
      delete: async (table, keys) => {
        for (const key of keys) this.table(table).delete(keyOf(table, key))
      },
      move: async (table, where, target) => {
        const values = Object.entries({ ...where, owner_id: ownerId })
        for (const [key, row] of [...this.table(table)]) {
          if (!values.every(([column, value]) => row[column] === value)) continue
          const moved = { ...row, owner_id: target }
          const movedKey = this.keyOf(table, moved)
          if (!this.table(table).has(movedKey)) this.table(table).set(movedKey, moved)
          this.table(table).delete(key)
        }
      },
      eraseHistory: async () => undefined,
      of: (other) => this.tx(now, other),
      isMadeByOthers: async () => false,
      assertInTeam: () => undefined,
      assertMember: async () => undefined,
    }
  }
}
