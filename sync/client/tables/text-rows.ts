import {
  type ShapeId,
  type ShapeName,
  type ShapeRows,
  shapeId,
  shapeOf,
  splitShapeId,
  type WritableName,
} from '#sync/contract/shapes.ts'
import { keyWith } from './copy-rows.ts'

/**
 * A row with each value as PostgreSQL writes it. Rows arrive, are logged and are put back in this
 * form, so that no value loses anything on its way through JavaScript.
 */
export type TextRow = Record<string, string | null>

/** Names a row within its shape. */
export type RowKey = string

/** Names a row among all shapes. */
export type RowId = `${ShapeName} ${RowKey}`

/** The key of a row, equal for equal values of its columns. */
export function keyOf(shape: ShapeName, row: TextRow): RowKey {
  return keyWith(shapeOf(shape).key, row)
}

/** The columns of a key with their values. */
export function keyRow(shape: ShapeName, key: RowKey): TextRow {
  const values = JSON.parse(key) as string[]
  return Object.fromEntries(
    shapeOf(shape).key.map((column, index) => [column, values[index] ?? '']),
  )
}

export const rowId = (shape: ShapeName, key: RowKey): RowId => `${shape} ${key}`

/** Converts a row to the values that mutations read. */
export function rowFromText<T extends WritableName>(shape: T, row: TextRow): ShapeRows[T] {
  const { columns } = shapeOf(shape)
  const values = Object.entries(row).map(([column, text]) => [
    column,
    text === null ? null : valueFromText(columns[column] ?? 'text', text),
  ])
  return Object.fromEntries(values) as ShapeRows[T]
}

/** Converts the values that a mutation writes to text. */
export function textFromValues(shape: ShapeName, values: object): TextRow {
  const { columns } = shapeOf(shape)
  return Object.fromEntries(
    Object.entries(values).map(([column, value]) => [
      column,
      value === null ? null : textFromValue(columns[column] ?? 'text', value),
    ]),
  )
}

function textFromValue(type: string, value: unknown): string {
  if (type === 'jsonb') return JSON.stringify(value)
  return value instanceof Date ? value.toISOString() : String(value)
}

function valueFromText(type: string, text: string): unknown {
  switch (type) {
    case 'timestamptz':
      // PostgreSQL's text in UTC: 2026-01-31 12:00:00.123456+00
      return new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z'))
    case 'jsonb':
      return JSON.parse(text)
    case 'boolean':
      return text.startsWith('t')
    default:
      return text
  }
}

/** The prefix of the ids of all rows of a shape, whose keys begin with the owner. */
export function rowPrefix(shape: ShapeId): string {
  const { name, ownerId } = splitShapeId(shape)
  return `${name} [${JSON.stringify(ownerId)}`
}

/** The shape that a row belongs to. */
export function shapeOfRow(id: RowId): ShapeId {
  const { shape, key } = splitRowId(id)
  return shapeId(shape, JSON.parse(key)[0])
}

export function splitRowId(id: RowId): { shape: ShapeName; key: RowKey } {
  const space = id.indexOf(' ')
  return { shape: id.slice(0, space) as ShapeName, key: id.slice(space + 1) }
}
