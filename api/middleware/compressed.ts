import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { accepts } from 'hono/accepts'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'

/** Below it compression saves nothing: the response is one packet either way. */
const WORTH_BYTES = 1400

/** Text responses that are complete when sent. Exports have other types, and are streamed. */
const TEXT =
  /^(text\/(html|plain|css|javascript|xml)|application\/(json|xml|manifest\+json)|image\/svg\+xml)\b/

/** Shapes are streamed: buffering would delay the first rows. */
const PASSED_ON = /^\/api\/shapes\//

type Encoder = (text: Buffer) => Promise<Buffer>

/** In order of preference. Brotli at level 5 takes as long as gzip's default and is a sixth smaller. */
const ENCODERS: Record<string, Encoder> = {
  br: (text) => asBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text) => asGzip(text),
}

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/**
 * Compresses documents and other text, by Accept-Encoding. Files of the build are precompressed.
 *
 * Security: a response that contains a secret must contain no text chosen by another site, or its
 * compressed size reveals the secret. Cross-site requests come without the session cookie
 * (`SameSite=Lax`), except navigations, whose documents contain nothing of the account.
 */
export function compressed() {
  return createMiddleware<AppEnv>(async function compressed(c, next) {
    await next()
    const { headers } = c.res
    if (headers.has('Content-Encoding') || PASSED_ON.test(c.req.path)) return
    if (!TEXT.test(headers.get('Content-Type') ?? '')) return
    headers.append('Vary', 'Accept-Encoding')
    const encoding = accepts(c, {
      header: 'Accept-Encoding',
      supports: Object.keys(ENCODERS),
      default: 'identity',
      match: (accepted, { supports, default: none }) =>
        supports.find((name) => accepted.some(({ type, q }) => type === name && q > 0)) ?? none,
    })
    const encode = ENCODERS[encoding]
    if (!encode) return
    const text = Buffer.from(await c.res.arrayBuffer())
    const isWorth = text.length >= WORTH_BYTES
    c.res = new Response(new Uint8Array(isWorth ? await encode(text) : text), c.res)
    c.res.headers.delete('Content-Length')
    if (isWorth) c.res.headers.set('Content-Encoding', encoding)
  })
}
