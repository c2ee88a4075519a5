import type { Shape } from './shape.ts'
import type { Row } from './table.ts'
import { compileWhere, type MatchKey, matchKeys, type Predicate } from './where-eval.ts'

/** A shape and the test whether a row is in it. */
export interface Route {
  shape: Shape
  /** Missing where only PostgreSQL can tell. */
  isMatch: Predicate | undefined
}

/**
 * Finds the shapes that a change may concern without asking each: shapes that require a value in a
 * column (`owner_id = $1`, also in an OR or an IN) are found by that value.
 */
export class ShapeRouter {
  private readonly tables = new Map<number, TableRoutes>()

  add(shape: Shape): void {
    const { table, where } = shape.definition
    const isMatch = where ? compileWhere(where, table) : () => true
    const routes = this.tables.get(table.oid) ?? new TableRoutes()
    this.tables.set(table.oid, routes)
    routes.add({ shape, isMatch }, isMatch && where ? matchKeys(where, table) : undefined)
  }

  remove(shape: Shape): void {
    this.tables.get(shape.definition.table.oid)?.remove(shape)
  }

  /** Shapes that a row, before or after its change, may be in. */
  find(tableOid: number, rows: (Row | undefined)[]): Iterable<Route> {
    return this.tables.get(tableOid)?.find(rows) ?? []
  }

  ofTable(tableOid: number): Shape[] {
    return this.tables.get(tableOid)?.shapes() ?? []
  }
}

class TableRoutes {
  private readonly all = new Map<Shape, { route: Route; keys: MatchKey[] | undefined }>()
  private readonly unkeyed = new Set<Route>()
  private readonly byColumn = new Map<string, Map<string, Set<Route>>>()

  add(route: Route, keys: MatchKey[] | undefined): void {
    this.all.set(route.shape, { route, keys })
    if (!keys) {
      this.unkeyed.add(route)
      return
    }
    for (const { column, value } of keys) {
      const values = this.byColumn.get(column) ?? new Map<string, Set<Route>>()
      this.byColumn.set(column, values)
      values.set(value, (values.get(value) ?? new Set()).add(route))
    }
  }

  remove(shape: Shape): void {
    const entry = this.all.get(shape)
    if (!entry) return
    this.all.delete(shape)
    this.unkeyed.delete(entry.route)
    for (const { column, value } of entry.keys ?? []) {
      const values = this.byColumn.get(column)
      const routes = values?.get(value)
      routes?.delete(entry.route)
      if (routes?.size === 0) values?.delete(value)
      if (values?.size === 0) this.byColumn.delete(column)
    }
  }

  find(rows: (Row | undefined)[]): Set<Route> {
    const found = new Set(this.unkeyed)
    for (const [column, values] of this.byColumn) {
      for (const row of rows) {
        const value = row?.[column]
        if (value == null) continue
        for (const route of values.get(value) ?? []) found.add(route)
      }
    }
    return found
  }

  shapes(): Shape[] {
    return [...this.all.keys()]
  }
}
