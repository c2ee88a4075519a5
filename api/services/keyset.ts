import { z } from 'zod'
import { AppError } from '#sync/contract/errors.ts'

/*
 * Keyset paging: a page begins after the last row of the one before, wherever that row stands by
 * now. However deep, a page costs what the first one does, and rows that come or go move no other.
 */

/** The sort key and the id of a row, as PostgreSQL writes them. */
export type Keyset = readonly [key: string, id: string]

const keyset = z.tuple([z.string(), z.string()])

/** What a client hands back for the next page; nothing to be read by it. */
export function cursorOf(row: Keyset): string {
  return Buffer.from(JSON.stringify(row)).toString('base64url')
}

/** @throws AppError `invalid_input` for what `cursorOf` did not write. */
export function keysetOf(cursor: string): Keyset {
  try {
    return keyset.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    throw new AppError('invalid_input', 'after: not a page of this list', { cause })
  }
}

/** A text to be found as it stands, as a pattern for LIKE. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}
