import { type CopyRows, copyLines } from '#sync/client/tables/copy-rows.ts'
import { keyOf, type TextRow } from '#sync/client/tables/text-rows.ts'
import { type ShapeName, shapeOf } from '#sync/contract/shapes.ts'

/** Whole rows as they are read from an answer. */
export const copied = (shape: ShapeName, rows: readonly TextRow[]): CopyRows => ({
  keys: rows.map((row) => keyOf(shape, row)),
  lines: copyLines(shapeOf(shape), rows),
})
