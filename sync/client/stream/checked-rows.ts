import { keyWith } from '#sync/client/tables/copy-rows.ts'
import type { RowKey, TextRow } from '#sync/client/tables/text-rows.ts'
import type { Shape, ShapeId } from '#sync/contract/shapes.ts'

/*
 * The checks that a row must pass on a device. The worker that parses responses makes them, too: hence
 * no import of the schema, which is large.
 */

/** The columns and the owner that the rows of a shape must have. */
export interface RowSchema extends Pick<Shape, 'columns' | 'derived' | 'key' | 'owner'> {
  shape: ShapeId
  ownerId: string
}

/** The stream cannot be understood, so its changes cannot be trusted. */
export class UnreadableShapeError extends Error {
  constructor(shape: ShapeId, what: string, options?: ErrorOptions) {
    super(`The stream of ${shape.split(' ')[0]} ${what}.`, options)
    this.name = 'UnreadableShapeError'
  }
}

/**
 * Picks the columns of a value that this build knows, as a newer server may send more.
 * @throws UnreadableShapeError where the value is no row of the owner, or has no key.
 */
export function checkRow(
  { shape, ownerId, columns, key, owner }: RowSchema,
  value: unknown,
): { key: RowKey; row: TextRow } {
  if (typeof value !== 'object' || value === null) {
    throw new UnreadableShapeError(shape, 'brought a change without a row')
  }
  const row: TextRow = {}
  for (const column in columns) {
    const text = (value as Record<string, unknown>)[column]
    if (text === undefined) continue
    if (text !== null && typeof text !== 'string') {
      throw new UnreadableShapeError(shape, 'brought a value that is not text')
    }
    row[column] = text
  }
  if (key.some((column) => typeof row[column] !== 'string')) {
    throw new UnreadableShapeError(shape, 'brought a change without its key')
  }
  // The rows of each owner are replaced, counted and removed separately.
  if (row[owner] !== ownerId) throw new UnreadableShapeError(shape, "brought another owner's row")
  return { key: keyWith(key, row), row }
}

/** @throws UnreadableShapeError where a row lacks a column. */
export function assertWhole({ shape, columns }: RowSchema, row: TextRow): void {
  for (const column in columns) {
    if (!(column in row)) throw new UnreadableShapeError(shape, 'left out a column')
  }
}
