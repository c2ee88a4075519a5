import type { MutationTx } from '#sync/contract/rows.ts'
import {
  type ShapeName,
  type ShapeRows,
  shapeOf,
  type WritableName,
} from '#sync/contract/shapes.ts'

type Row = Record<string, unknown>

/** The rows of one owner as plain objects: what mutations do, in the simplest way there is. */
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
    const values: Row = { ...row, owner_id: this.owner }
    return JSON.stringify(shapeOf(name).key.map((column) => values[column]))
  }

  /** What a mutation is run on. One that throws must be run on a copy. */
  tx(now: Date): MutationTx {
    const rowsOf = <T extends WritableName>(table: T) =>
      this.table(table) as unknown as Map<string, ShapeRows[T]>
    return {
      now,
      get: async (table, key) => rowsOf(table).get(this.keyOf(table, key)),
      insert: async (table, rows) => {
        for (const row of rows) {
          const key = this.keyOf(table, row)
          if (this.table(table).has(key)) continue
          const empty = Object.keys(shapeOf(table).columns).map((column) => [column, null])
          this.table(table).set(key, {
            ...Object.fromEntries(empty),
            ...row,
            owner_id: this.owner,
          })
        }
      },
      update: async (table, key, patch) => {
        const id = this.keyOf(table, key)
        const row = this.table(table).get(id)
        if (row) this.table(table).set(id, { ...row, ...patch })
      },
      delete: async (table, keys) => {
        for (const key of keys) this.table(table).delete(this.keyOf(table, key))
      },
    }
  }
}
