import { type ShapeName, shapeOf, shapesOf } from '#sync/contract/shapes.ts'

/**
 * Every row of an account's shapes as one text with the shape's name: equal texts mean equal rows. For
 * both databases, so without the shape that has another name there.
 */
export function rowsSql(where: (name: ShapeName) => string = () => 'true'): string {
  const shapes = shapesOf('account').filter((name) => shapeOf(name).table === name)
  const selects = shapes.map((name) => {
    const values = Object.keys(shapeOf(name).columns).map((column) => `"${column}"::text`)
    return `
      select '${name} ' || jsonb_build_array(${values.join(', ')})::text as row
      from ${name} where ${where(name)}`
  })
  return selects.join(' union all ')
}
