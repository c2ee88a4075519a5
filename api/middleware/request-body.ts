import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#api/context.ts'
import { UPLOAD_CHUNK_BYTES } from '#db/schema/directory-imports.ts'
import { IMAGE_MAX_BYTES, IMAGE_TYPE } from '#db/schema/setting-keys.ts'
import { AppError } from '#sync/contract/errors.ts'
import { PUSH_MAX_BYTES } from '#sync/contract/wire.ts'
import { sizeLimit } from './size-limit.ts'

/** The largest body of the other routes, with some room: an export of 10,000 ids. */
const USUAL_MAX_BYTES = 512 * 1024

/** The accepted size, and a check of the `Content-Type`. */
interface Body {
  limit: MiddlewareHandler<AppEnv>
  assertType(type: string | undefined): void
}

const USUAL: Body = { limit: sizeLimit(USUAL_MAX_BYTES), assertType: assertJson }

/** The bodies of routes that accept others, by method and path. */
const OTHERS: readonly [route: RegExp, body: Body][] = [
  [/^POST \/api\/mutations$/, { limit: sizeLimit(PUSH_MAX_BYTES), assertType: assertJson }],
  [
    /^POST \/api\/admin\/settings\/\w+\/image$/,
    { limit: sizeLimit(IMAGE_MAX_BYTES), assertType: assertImage },
  ],
  [
    /^PUT \/api\/admin\/imports\/[^/]+\/file$/,
    { limit: sizeLimit(UPLOAD_CHUNK_BYTES), assertType: () => undefined },
  ],
  // Mail programs send a form (RFC 8058), which is not read: the URL is enough.
  [
    /^POST \/api\/watch-mails\/off$/,
    { limit: sizeLimit(USUAL_MAX_BYTES), assertType: () => undefined },
  ],
]

/**
 * Refuses a body that is too large, or of a type that its route does not accept.
 * @throws AppError `too_large`, `invalid_input`
 */
export function requestBody(): MiddlewareHandler<AppEnv> {
  return async function requestBody(c, next) {
    const asked = `${c.req.method} ${c.req.path}`
    const { limit, assertType } = OTHERS.find(([route]) => route.test(asked))?.[1] ?? USUAL
    await limit(c, async () => {
      assertType(c.req.header('content-type'))
      await next()
    })
  }
}

/** A body that is not JSON would bypass the validation by schemas. */
function assertJson(type: string | undefined): void {
  if (type === undefined || /^application\/json\b/i.test(type)) return
  throw new AppError('invalid_input', 'The body must be JSON, and say so in its Content-Type.')
}

/**
 * Security: a form of another site can send a file without permission, but not with an image type.
 */
function assertImage(type = ''): void {
  if (IMAGE_TYPE.test(type)) return
  throw new AppError('invalid_input', 'Please select an image file.', {
    data: { reason: 'not_an_image' },
  })
}
