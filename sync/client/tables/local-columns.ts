import { type ShapeName, shapeOf } from '#sync/contract/shapes.ts'

/** The columns of a shape that travel, in the order of the contract. */
export const columnsOf = (shape: ShapeName): string[] => Object.keys(shapeOf(shape).columns)

/** The columns of a shape's table on the device: those that travel, and those that follow from them. */
export const storedColumns = (shape: ShapeName): string[] => [
  ...columnsOf(shape),
  ...Object.keys(shapeOf(shape).derived ?? {}),
]

/**
 * The type of a column on the device. JSON stays the text that it came as, because `jsonb` would be
 * parsed for each row that comes, and serialized for each that is read.
 */
export function storedType(shape: ShapeName, column: string): string {
  const type = shapeOf(shape).columns[column] ?? 'text'
  return type === 'jsonb' ? 'json' : type
}
