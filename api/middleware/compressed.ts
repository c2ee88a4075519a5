import { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'

/** The smallest body worth compressing: a smaller response is one packet either way. */
export const WORTH_BYTES = 1400

/** Text responses that are complete when sent. Exports have other types, and are streamed. */
const TEXT =
  /^(text\/(html|plain|css|javascript|xml)|application\/(json|xml|manifest\+json)|image\/svg\+xml)\b/

/** Rows for a device: a megabyte for every nine hundred members of lists. */
const SHAPE = /^\/api\/shapes\/(?!live$)/
/** Responses to live requests of a device: they are short, and must not wait. */
const LIVE = /^\/api\/shapes\/live$/

type Encoder = (text: Buffer) => Promise<Buffer>

/**
 * The encoders, in order of preference. Brotli at level 5 takes as long as gzip's default and is a
 * sixth smaller.
 */
const ENCODERS: Record<string, Encoder> = {
  br: (text) => asBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text) => asGzip(text),
}

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/**
 * Options for the rows of a shape: they shrink to a seventh, at 11 ms per megabyte on a slow
 * processor. Each write is flushed, so that no row waits for the next one.
 */
const AS_WRITTEN = { level: 1, flush: constants.Z_SYNC_FLUSH }

/**
 * Compresses documents, rows and other text, by Accept-Encoding. The files of the build are already
 * compressed.
 *
 * Security: a response that contains a secret must contain no text chosen by another site, or its
 * compressed size reveals the secret. Cross-site requests come without the session cookie
 * (`SameSite=Lax`), except navigations, whose documents contain nothing of the account.
 */
export function compressed() {
  return createMiddleware<AppEnv>(async function compressed(c, next) {
    await next()
    const { headers } = c.res
    if (headers.has('Content-Encoding') || LIVE.test(c.req.path)) return
    if (!TEXT.test(headers.get('Content-Type') ?? '')) return
    if (SHAPE.test(c.req.path)) {
      if (c.req.query('live') !== 'true') compressRows(c)
      return
    }
    const encoding = encodingFor(c, Object.keys(ENCODERS))
    const encode = ENCODERS[encoding]
    if (!encode) return
    const text = Buffer.from(await c.res.arrayBuffer())
    const isWorth = text.length >= WORTH_BYTES
    c.res = new Response(new Uint8Array(isWorth ? await encode(text) : text), c.res)
    c.res.headers.delete('Content-Length')
    if (isWorth) c.res.headers.set('Content-Encoding', encoding)
  })
}

function compressRows(c: Context<AppEnv>): void {
  const isShort = Number(c.res.headers.get('Content-Length') ?? Infinity) < WORTH_BYTES
  if (encodingFor(c, ['gzip']) !== 'gzip' || isShort) return
  // The body is read only when needed: the `body` getter makes a stream of a text that could be
  // sent as it is.
  const { body } = c.res
  if (!body) return
  c.res = new Response(body.pipeThrough(Duplex.toWeb(createGzip(AS_WRITTEN))), c.res)
  c.res.headers.delete('Content-Length')
  c.res.headers.set('Content-Encoding', 'gzip')
}

/**
 * The first of these encodings that the client accepts, else `identity`; the Vary header tells
 * caches.
 */
function encodingFor(c: Context<AppEnv>, supports: string[]): string {
  c.res.headers.append('Vary', 'Accept-Encoding')
  return accepts(c, {
    header: 'Accept-Encoding',
    supports,
    default: 'identity',
    match: (accepted, { supports, default: none }) =>
      supports.find((name) => accepted.some(({ type, q }) => type === name && q > 0)) ?? none,
  })
}
