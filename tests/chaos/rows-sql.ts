import { SHAPE_NAMES, type ShapeName, shapeOf } from '#sync/contract/shapes.ts'

/** Every row of all shapes as one text with the shape's name: equal texts mean equal rows. */
export function rowsSql(where: (name: ShapeName) => string = () => 'true'): string {
  const selects = SHAPE_NAMES.map((name) => {
    const values = Object.keys(shapeOf(name).columns).map((column) => `"${column}"::text`)
    return `
      select '${name} ' || jsonb_build_array(${values.join(', ')})::text as row
      from ${name} where ${where(name)}`
  })
  return selects.join(' union all ')
}
