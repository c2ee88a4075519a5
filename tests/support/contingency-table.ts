/** Weighted pairs: [row, column, weight]. */
export type Pairs = [row: string, column: string, weight: number][]

/** A table of shares by row and column, with sum one. */
export type Shares = ReadonlyMap<string, ReadonlyMap<string, number>>

/** The joint shares of weighted pairs. */
export function shares(pairs: Pairs): Shares {
  const total = pairs.reduce((sum, [, , weight]) => sum + weight, 0)
  const table = new Map<string, Map<string, number>>()
  for (const [row, column, weight] of pairs) {
    const cells = table.get(row) ?? new Map<string, number>()
    cells.set(column, (cells.get(column) ?? 0) + weight / total)
    table.set(row, cells)
  }
  return table
}

/** The table with the same margins and independent rows and columns. */
export function independent(table: Shares): Shares {
  const rows = rowSums(table)
  const columns = columnSums(table)
  return new Map(
    [...rows].map(([row, r]) => [row, new Map([...columns].map(([column, c]) => [column, r * c]))]),
  )
}

/** Half the sum of all differences: 0 for equal tables, 1 for tables without a common cell. */
export function totalVariation(a: Shares, b: Shares): number {
  let sum = 0
  for (const row of new Set([...a.keys(), ...b.keys()])) {
    const [left, right] = [a.get(row), b.get(row)]
    for (const column of new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])) {
      sum += Math.abs((left?.get(column) ?? 0) - (right?.get(column) ?? 0))
    }
  }
  return sum / 2
}

/** The mutual information of rows and columns, in nats: 0 for independent tables. */
export function mutualInformation(table: Shares): number {
  const rows = rowSums(table)
  const columns = columnSums(table)
  let sum = 0
  for (const [row, cells] of table) {
    for (const [column, share] of cells) {
      if (share > 0)
        sum += share * Math.log(share / ((rows.get(row) ?? 0) * (columns.get(column) ?? 0)))
    }
  }
  return sum
}

function rowSums(table: Shares): Map<string, number> {
  return new Map(
    [...table].map(([row, cells]) => [
      row,
      [...cells.values()].reduce((sum, share) => sum + share, 0),
    ]),
  )
}

function columnSums(table: Shares): Map<string, number> {
  const sums = new Map<string, number>()
  for (const cells of table.values()) {
    for (const [column, share] of cells) sums.set(column, (sums.get(column) ?? 0) + share)
  }
  return sums
}
