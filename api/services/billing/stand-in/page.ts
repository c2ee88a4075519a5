import { z } from 'zod'
import { text } from './params.ts'

/** The parameters of a list. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: text.optional(),
}

/**
 * One page of a list, in Stripe's form.
 * @param url the URL of the list, as in the API
 */
export function page<T extends { id: string }>(
  url: string,
  objects: readonly T[],
  { limit, starting_after: after }: { limit: number; starting_after?: string | undefined },
) {
  const start = after === undefined ? 0 : objects.findIndex(({ id }) => id === after) + 1
  return {
    object: 'list',
    url,
    data: objects.slice(start, start + limit),
    has_more: objects.length > start + limit,
  }
}

/** Objects as Stripe lists them; the ledger stores them in the order of their creation. */
export function newestFirst<T>(objects: readonly T[]): T[] {
  return [...objects].reverse()
}
