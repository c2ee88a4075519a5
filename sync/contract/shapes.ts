import type { z } from 'zod'
import { columnTypes } from '#db/schema/column-types.ts'
import { type OwnerKind, SYNCED_TABLES, type SyncedTable } from '#db/schema/synced-tables.ts'

/** A shape, and the table of the same name on the server and on the device. */
export type ShapeName = keyof typeof SYNCED_TABLES

/** Rows of each shape, as both databases hand them out. */
export type ShapeRows = { [N in ShapeName]: z.infer<(typeof SYNCED_TABLES)[N]['row']> }

/** A synced table as it travels: column → PostgreSQL type. */
export interface Shape extends Omit<SyncedTable, 'row'> {
  /** The table on the server. */
  table: string
  columns: Record<string, string>
}

/** All shapes. The server adds the owner's condition; a device never names it. */
const SHAPES = Object.fromEntries(
  Object.entries<SyncedTable>(SYNCED_TABLES).map(([name, { row, ...table }]) => [
    name,
    { table: name, ...table, columns: columnTypes(row) },
  ]),
) as Record<ShapeName, Shape>

/** All shapes, in the order in which a device follows them. */
export const SHAPE_NAMES = Object.keys(SHAPES) as ShapeName[]

/** The shapes of an account or of a team. */
export const shapesOf = (kind: OwnerKind): ShapeName[] =>
  SHAPE_NAMES.filter((name) => SHAPES[name].kinds.includes(kind))

/** Names the shape of one owner, which a device follows and keeps a cursor of: `lists ana`. */
export type ShapeId = `${ShapeName} ${string}`

/** The id of an owner's rows of a table: `lists ana`. @param ownerId of an account or a team. */
export const shapeId = (name: ShapeName, ownerId: string): ShapeId => `${name} ${ownerId}`

/** The table and the owner of an id that `shapeId` made; no other text is checked. */
export function splitShapeId(id: ShapeId): { name: ShapeName; ownerId: string } {
  const space = id.indexOf(' ')
  return { name: id.slice(0, space) as ShapeName, ownerId: id.slice(space + 1) }
}

/** The shape of a name. */
export const shapeOf = (name: ShapeName): Shape => SHAPES[name]

/** Shapes that the server alone writes. */
const SERVER_WRITTEN = [
  'reveals',
  'export_logs',
  'entitlements',
  'memberships',
  'roster',
  'team',
] as const

/** Shapes that mutations write. */
export type WritableName = Exclude<ShapeName, (typeof SERVER_WRITTEN)[number]>

const isWritable = (name: ShapeName): name is WritableName =>
  !SERVER_WRITTEN.some((written) => written === name)

/** The shapes whose rows mutations write; the server writes those of the others. */
export const WRITABLE_NAMES = SHAPE_NAMES.filter(isWritable)
