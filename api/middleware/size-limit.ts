import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'
import { AppError } from '#sync/contract/errors.ts'

/**
 * Limits the size of request bodies. A stated length is checked without reading the body: touching
 * it wraps Node's request in a web stream, which costs as much as a quick response.
 * @throws AppError `too_large`
 */
export function sizeLimit(maxBytes: number) {
  const limitStream = bodyLimit({ maxSize: maxBytes, onError: tooLarge })
  return createMiddleware<AppEnv>(async function sizeLimit(c, next) {
    // With both headers, HTTP uses the chunks and ignores the length.
    if (c.req.header('transfer-encoding') !== undefined) return limitStream(c, next)
    const length = c.req.header('content-length')
    if (length === undefined && !isRead(c)) return limitStream(c, next)
    if (Number(length) > maxBytes) tooLarge()
    await next()
  })
}

function isRead(c: Context): boolean {
  return c.req.method === 'GET' || c.req.method === 'HEAD'
}

function tooLarge(): never {
  throw new AppError('too_large', 'The request is too large.')
}
