import { type ShapeName, shapeOf, shapesOf } from '#sync/contract/shapes.ts'

/** Every shape of an account and of its teams. */
const SHAPES = [...new Set([...shapesOf('account'), ...shapesOf('team')])]

/** The rows of a device: every row as one text with the shape's name. Equal texts mean equal rows. */
export const deviceRowsSql = () => rowsSql((name) => name)

/** The same of the server's rows of the owners in the array `$1`. */
export const serverRowsSql = () =>
  rowsSql((name) => `${shapeOf(name).table} where ${shapeOf(name).owner}::text = any($1)`)

function rowsSql(from: (name: ShapeName) => string): string {
  const selects = SHAPES.map((name) => {
    const values = Object.keys(shapeOf(name).columns).map((column) => `"${column}"::text`)
    return `
      select '${name} ' || jsonb_build_array(${values.join(', ')})::text as row from ${from(name)}`
  })
  return selects.join(' union all ')
}
