/**
 * Stands between devices and the shape server. A device names a shape and its position in it; the
 * session decides here whose rows and which columns it gets.
 */
import { AppError } from '#sync/contract/errors.ts'
import { type ShapeName, shapeOf } from '#sync/contract/shapes.ts'

/** A device's position in a shape; its request contains nothing else. */
export interface Position {
  offset: string
  handle?: string | undefined
  cursor?: string | undefined
  live?: boolean | undefined
}

/** A server of Electric's HTTP shape API: ours, or Electric. */
export interface ShapeUpstream {
  /** Requests `/v1/shape`. @throws when the server is away. */
  shape(params: URLSearchParams, signal: AbortSignal): Promise<Response>
}

/** The shape server's parameters for one shape of this owner. */
export function shapeParams(name: ShapeName, ownerId: string, position: Position): URLSearchParams {
  const { table, columns, owner, isSentWhole } = shapeOf(name)
  const params = new URLSearchParams({
    table,
    columns: Object.keys(columns).join(','),
    // Keep this form: shapes with other clauses are examined one by one at each change.
    where: `${owner} = $1`,
    'params[1]': ownerId,
    offset: position.offset,
  })
  if (isSentWhole) params.set('replica', 'full')
  if (position.handle !== undefined) params.set('handle', position.handle)
  if (position.cursor !== undefined) params.set('cursor', position.cursor)
  if (position.live) params.set('live', 'true')
  return params
}

/**
 * Passes on a shape server's answer of rows, no news, or "fetch it again".
 * @throws AppError for all others: a shape server's own errors are not for devices.
 */
export async function requestShape(
  upstream: ShapeUpstream,
  params: URLSearchParams,
  signal: AbortSignal,
): Promise<Response> {
  const response = await upstream.shape(params, signal).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw new AppError('sync_unavailable', 'The shape server does not answer.', { cause })
  })
  if ([200, 204, 409].includes(response.status)) return response
  await response.body?.cancel()
  if (response.status === 400) {
    throw new AppError('invalid_input', 'There is no such place in this shape.')
  }
  const cause = new Error(`The shape server answered ${response.status}.`)
  throw new AppError('sync_unavailable', 'The shape server does not answer.', { cause })
}

/** The protocol's headers of an answer. */
export function protocolHeaders(response: Response): Record<string, string> {
  return Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('electric-')))
}
