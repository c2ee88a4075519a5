import { z } from 'zod'
import { AppError } from '#sync/contract/errors.ts'

/*
 * Keyset pagination: a page begins after the last row of the previous page, even if that row has
 * moved or is gone. Every page costs the same, and inserted or deleted rows do not shift the
 * others.
 */

/** A row's sort key and id, in PostgreSQL's text form. */
export type Keyset = readonly [key: string, id: string]

const keyset = z.tuple([z.string(), z.string()])

/** An opaque cursor for the next page. */
export function cursorOf(row: Keyset): string {
  return Buffer.from(JSON.stringify(row)).toString('base64url')
}

/**
 * Reads the page that a cursor selects, or the first page without one.
 * @throws AppError `invalid_input` for a cursor that `cursorOf` did not write for this list
 */
export async function pageAfter<Page>(
  cursor: string | undefined,
  read: (after: Keyset | null) => Promise<Page>,
): Promise<Page> {
  if (!cursor) return read(null)
  const after = keysetOf(cursor)
  return read(after).catch((cause) => {
    // Class 22, data exception: the texts of the cursor do not have the types that the list is
    // sorted by.
    if (String((cause as { code?: unknown }).code).startsWith('22')) throw notOfThisList(cause)
    throw cause
  })
}

function keysetOf(cursor: string): Keyset {
  try {
    return keyset.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    throw notOfThisList(cause)
  }
}

function notOfThisList(cause: unknown): AppError {
  return new AppError('invalid_input', 'after: not a page of this list', { cause })
}

/** A LIKE pattern that matches this text literally. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}
