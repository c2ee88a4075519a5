import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { type AppEnv, router } from '#api/context.ts'
import { deviceName } from '#api/contract/device-name.ts'
import { WORTH_BYTES } from '#api/middleware/compressed.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { ownerOf, shapeOwner } from '#api/services/sync/authorize.ts'
import { type HeldRequest, heldRequests, STOPPING } from '#api/services/sync/held-requests.ts'
import { noteDevice } from '#api/services/teams/devices.ts'
import { ownerId } from '#db/schema/owners.ts'
import {
  CONTRACT_HEADER,
  DEVICE_HEADER,
  liveRequest,
  shapeName,
  USER_HEADER,
} from '#sync/contract/wire.ts'
import {
  type Position,
  protocolHeaders,
  requestShape,
  shapeParams,
} from '#sync/server/gatekeeper.ts'
import { gatherLive } from '#sync/server/live-gatherer.ts'
import { errorResponses, jsonBody } from './responses.ts'

const tags = ['Sync']

/** The limit of live requests per session and kind: one of the device, and those it has abandoned. */
const hold = heldRequests({ max: 3 })

/** The rows belong to one account, so caches must not share them. */
const PER_ACCOUNT = { Vary: 'Cookie' }

/** The limit allows for many devices per account, each starting many shapes at once. */
const limit = rateLimit({ requests: 3000, seconds: 60, per: 'account' })

const shape = createRoute({
  method: 'get',
  path: '/shapes/{name}',
  summary: 'Read a shape of own rows by Electric’s protocol',
  tags,
  middleware: [permitted('replica.sync'), limit] as const,
  request: {
    params: z.object({ name: shapeName }),
    // Other parameters are ignored: the server decides what a shape holds.
    query: z.object({
      owner: ownerId.optional(),
      offset: z.string().max(100),
      handle: z.string().max(200).optional(),
      cursor: z.string().max(100).optional(),
      live: z.enum(['true', 'false']).optional(),
    }),
    headers: z.object({
      [USER_HEADER.toLowerCase()]: z.string().max(100),
      [CONTRACT_HEADER.toLowerCase()]: z.coerce.number().int(),
    }),
  },
  responses: {
    200: { description: 'Rows and changes after the offset.' },
    204: { description: 'Nothing new.' },
    ...errorResponses(400, 401, 409, 429, 503),
  },
})

const live = createRoute({
  method: 'post',
  path: '/shapes/live',
  summary: 'Wait for changes of several shapes',
  tags,
  middleware: [permitted('replica.sync'), limit] as const,
  request: { body: jsonBody(liveRequest) },
  responses: {
    200: { description: '`{ shapes }`: the responses that are ready; request the others again.' },
    204: { description: 'Nothing new, and the server is stopping: repeat the request.' },
    ...errorResponses(400, 401, 409, 429, 503),
  },
})

export const shapeRoutes = router()
  .openapi(shape, async (c) => {
    const { account, actor, parts } = c.var
    const user_id = c.req.header(USER_HEADER) ?? ''
    const version = Number(c.req.header(CONTRACT_HEADER))
    const accountId = ownerOf(actor, { user_id, version })
    const { name } = c.req.valid('param')
    const { live, owner, ...position } = c.req.valid('query')
    const ownerId = shapeOwner(accountId, account?.memberships ?? [], name, owner)
    if (owner !== undefined) await noteTeams(c, accountId, [owner])
    const isLive = live === 'true'
    const held = hold(c, isLive ? name : undefined)
    try {
      const params = shapeParams(name, ownerId, { ...position, live: isLive })
      const response = await requestShape(parts.shapes, params, held.signal)
      held.signal.throwIfAborted()
      const headers = {
        ...protocolHeaders(response),
        'Content-Type': 'application/json',
        ...PER_ACCOUNT,
      }
      const { status } = response
      if (!isShort(response)) return new Response(bodyOf(response, held), { status, headers })
      const rows = await response.arrayBuffer()
      held.release()
      const length = { 'Content-Length': String(rows.byteLength) }
      return new Response(rows, { status, headers: { ...headers, ...length } })
    } catch (error) {
      held.release()
      if (error !== STOPPING) throw error
      return c.body(null, 204, { ...positionHeaders(position), ...PER_ACCOUNT })
    }
  })
  .openapi(live, async (c) => {
    const { account, actor, parts } = c.var
    const { shapes: positions, ...named } = c.req.valid('json')
    const accountId = ownerOf(actor, named)
    const memberships = account?.memberships ?? []
    const foreign = positions.filter(
      ({ owner }) => owner !== undefined && !memberships.some(({ teamId }) => teamId === owner),
    )
    // This response is immediate and contains only these shapes: the device leaves the teams and
    // requests the rest again.
    if (foreign.length > 0) {
      const shapes = foreign.map(({ name, owner }) => ({
        name,
        owner,
        status: 403,
        headers: {},
        body: '',
      }))
      return c.json({ shapes }, 200, PER_ACCOUNT)
    }
    await noteTeams(c, accountId, [...new Set(positions.flatMap(({ owner }) => owner ?? []))])
    const held = hold(c, 'live')
    try {
      const shapes = await gatherLive(
        positions,
        ({ name, owner, ...position }, signal) => {
          const ownerId = shapeOwner(accountId, memberships, name, owner)
          const params = shapeParams(name, ownerId, { ...position, live: true })
          return requestShape(parts.shapes, params, signal)
        },
        held.signal,
      )
      return c.json({ shapes }, 200, PER_ACCOUNT)
    } catch (error) {
      if (error !== STOPPING) throw error
      return c.body(null, 204, PER_ACCOUNT)
    } finally {
      held.release()
    }
  })

/** The id that a device has generated for itself; browsers without a database have none. */
const deviceId = z.uuid()

/** Records that a device is about to receive rows of teams, if it sent its id. */
async function noteTeams(c: Context<AppEnv>, userId: string, teamIds: string[]): Promise<void> {
  const id = deviceId.safeParse(c.req.header(DEVICE_HEADER))
  if (!id.success || teamIds.length === 0) return
  const name = deviceName(c.req.header('User-Agent'))
  await noteDevice(c.var.parts.sql, { id: id.data, userId }, name, teamIds)
}

/** The headers of a response without changes: the protocol's client requires each of them. */
function positionHeaders({ handle = '', offset, cursor = '' }: Position): Record<string, string> {
  return { 'electric-handle': handle, 'electric-offset': offset, 'electric-cursor': cursor }
}

/**
 * Whether to buffer the response: most first requests of a device return few rows or none, and a
 * stream costs more.
 */
function isShort({ body, headers }: Response): boolean {
  return body !== null && Number(headers.get('content-length') ?? Infinity) < WORTH_BYTES
}

/** Streams the rows. The stream ends with the request's signal, but not when the process stops. */
function bodyOf({ body }: Response, held: HeldRequest): ReadableStream | null {
  held.answers()
  if (!body) {
    held.release()
    return null
  }
  const { readable, writable } = new TransformStream()
  body.pipeTo(writable, { signal: held.signal }).then(held.release, held.release)
  return readable
}
