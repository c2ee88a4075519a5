import { z } from '@hono/zod-openapi'
import type { Context, TypedResponse } from 'hono'
import type { ErrorStatus } from '#sync/contract/errors.ts'

const wireError = z
  .object({
    error: z.object({ code: z.string(), message: z.string(), data: z.unknown().optional() }),
  })
  .openapi('Error')

const MEANINGS: Record<ErrorStatus, string> = {
  400: 'The request does not fit its schema.',
  401: 'Nobody is signed in.',
  402: 'A payment failed, and nothing was changed.',
  403: 'This account may not do that.',
  404: 'There is no such thing.',
  409: 'What it is about changed meanwhile, or this build is too old.',
  405: 'The address does not take this method.',
  413: 'The request is too large.',
  429: 'Too many requests; Retry-After says when to come back.',
  500: 'Something failed on our side.',
  502: 'A service of others failed.',
  503: 'Not ready yet, or a part is away.',
}

/** A JSON response, for the API document. */
export function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/** The content of a file, for the API document. */
export const binary = { schema: z.string().meta({ format: 'binary' }) }

/** The required JSON body of a request, which is validated. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } }
}

/** Responds 200 with serialised JSON; `Answer` is its type when parsed. */
export function jsonText<Answer>(c: Context, text: string | Buffer<ArrayBuffer>) {
  const response = c.body(text, 200, { 'Content-Type': 'application/json' })
  return response as unknown as TypedResponse<Answer, 200, 'json'>
}

/** The possible error responses of a route, for the API document. */
export function errorResponses(...statuses: ErrorStatus[]) {
  return Object.fromEntries(statuses.map((status) => [status, json(wireError, MEANINGS[status])]))
}
