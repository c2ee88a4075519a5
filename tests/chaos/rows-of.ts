import { type ShapeName, shapeOf } from '../../sync/contract/shapes.ts'

/** Every row of a shape as one text, in the order of its key: equal texts are equal rows. */
export function rowsOf(name: ShapeName, where = 'true'): string {
  const { columns, key } = shapeOf(name)
  const values = Object.keys(columns).map((column) => `"${column}"::text`)
  return `
    select jsonb_build_array(${values.join(', ')})::text as row from ${name}
    where ${where} order by ${key.join(', ')}`
}

/** Rows are not what they must be: more than a device that does not get ready. */
export class DifferenceError extends Error {}
