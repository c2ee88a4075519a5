import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { accepts } from 'hono/accepts'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'

/** Below it nothing is saved: the answer is one packet either way. */
const WORTH_BYTES = 1400

/** Text that is whole when it is answered. Exports are files of other types, and leave as they are written. */
const TEXT =
  /^(text\/(html|plain|css|javascript|xml)|application\/(json|xml|manifest\+json)|image\/svg\+xml)\b/

/** Rows are passed on as they come: waiting for their end would hold up the first. */
const PASSED_ON = /^\/api\/shapes\//

type Encoder = (text: Buffer) => Promise<Buffer>

/** The preferred first. Level 5 of brotli takes the time of gzip's default and leaves a sixth less. */
const ENCODERS: Record<string, Encoder> = {
  br: (text) => asBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text) => asGzip(text),
}

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/**
 * Compresses documents and other text for who takes it. Files of the build come compressed.
 *
 * Security: what is compressed together with a secret must hold no text that another site chose, or
 * the size tells the secret. Requests of other sites come without the session's cookie
 * (`SameSite=Lax`), but for navigations, whose documents hold nothing of the account.
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
