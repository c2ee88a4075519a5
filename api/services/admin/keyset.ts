import { z } from 'zod'
import { AppError } from '#sync/contract/errors.ts'

/*
 * Keyset pagination: a page begins after the last row of the one before, wherever that row is by now.
 * Every page costs the same, and inserted or deleted rows shift no other.
 */

/** A row's sort key and id, as PostgreSQL's text. */
export type Keyset = readonly [key: string, id: string]

const keyset = z.tuple([z.string(), z.string()])

/** An opaque cursor for the next page. */
export function cursorOf(row: Keyset): string {
  return Buffer.from(JSON.stringify(row)).toString('base64url')
}

/** @throws AppError `invalid_input` for a cursor that `cursorOf` did not write. */
export function keysetOf(cursor: string): Keyset {
  try {
    return keyset.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    throw new AppError('invalid_input', 'after: not a page of this list', { cause })
  }
}

/** A LIKE pattern that matches this text literally. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}
