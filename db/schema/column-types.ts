import type { z } from 'zod'

/** The PostgreSQL type of each column of a row, in the row's order. */
export function columnTypes(row: z.ZodObject): Record<string, string> {
  const columns = Object.entries(row.shape)
  return Object.fromEntries(columns.map(([column, schema]) => [column, columnType(schema)]))
}

/** @throws when the schema does not determine the column's type */
function columnType(schema: z.core.$ZodType): string {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'nullable':
      return columnType(def.innerType)
    case 'string':
      return 'format' in def && def.format === 'uuid' ? 'uuid' : 'text'
    case 'enum':
      return 'text'
    case 'boolean':
      return 'boolean'
    case 'date':
      return 'timestamptz'
    case 'number':
      if ((schema as z.ZodNumber).isInt) return 'integer'
      break
    case 'array':
      return `${columnType(def.element)}[]`
    // Objects and values of several types are stored as JSON.
    case 'object':
    case 'record':
    case 'union':
    case 'unknown':
      return 'jsonb'
  }
  throw new Error(`No column has the type ${def.type}.`)
}
