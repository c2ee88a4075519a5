/**
 * The messages between a device and the server.
 *
 *   push     POST /api/mutations      PushRequest → PushResponse
 *   shapes   GET  /api/shapes/:name   Electric's protocol; the user in USER_HEADER
 *   live     POST /api/shapes/live    LiveRequest → LiveResponse
 *   queries  POST /api/queries/:name  QueryRequest → QueryResponse
 *   emptied  POST /api/devices/emptied  EmptiedRequest
 *
 * Each names the replica's user. The server compares it with the session and answers 401 `other_user`
 * on a difference; it never grants anything by it.
 */
import { z } from 'zod'
import { ownerId } from '#db/schema/owners.ts'
import { TEAMS_MAX } from '#db/schema/teams.ts'
import type { ErrorCode } from './errors.ts'
import { CONTRACT_VERSION, PUSH_MAX } from './protocol.ts'
import { SHAPE_NAMES, type ShapeName } from './shapes.ts'

/**
 * The oldest build whose pushes are taken: the one before. Mutations only grow, and what was edited in
 * it must not wait for an update, as its rows and queries do, whose form is another one.
 */
export const PUSH_VERSION_MIN = CONTRACT_VERSION - 1

/** Names the replica's user in requests without a body. */
export const USER_HEADER = 'X-Replica-User'

/** Names the device's contract version in requests without a body. */
export const CONTRACT_HEADER = 'X-Contract-Version'

/** Names the device that stores the requested rows, by an id that the device created. */
export const DEVICE_HEADER = 'X-Device'

/** Number of owners whose rows one device follows: the account, and its teams. */
const OWNERS_MAX = 1 + TEAMS_MAX

/** Largest body of a push: full of the longest templates, before and after, in any script. */
export const PUSH_MAX_BYTES = 16 * 1024 * 1024

const user_id = ownerId
const version = z.number().int()

/** A mutation on the wire. Name and args are checked one by one, never the batch as a whole. */
const wireMutation = z.object({
  id: z.uuid().toLowerCase(),
  name: z.string().max(100),
  args: z.unknown(),
  /** The device's clock, ISO 8601: with `sent_at` it tells the mutation's age, and nothing else. */
  created_at: z.string().max(40),
})
export type WireMutation = z.infer<typeof wireMutation>

/** The first waiting mutations of a device. */
export const pushRequest = z.object({
  version,
  user_id,
  /** The device's clock when it sends, which may be wrong. Older builds leave it out. */
  sent_at: z.string().max(40).optional(),
  /** In the order in which they were made. */
  mutations: z.array(wireMutation).min(1).max(PUSH_MAX),
})
export type PushRequest = z.infer<typeof pushRequest>

/** The name of a shape in a URL. */
export const shapeName = z.enum(SHAPE_NAMES as [ShapeName, ...ShapeName[]])

/** The answer to one mutation; a repeated push gets the same again. */
const mutationResult = z.discriminatedUnion('status', [
  z.object({
    id: z.string(),
    status: z.literal('applied'),
    /** The transaction's id as the shapes' `txids` name it: the low 32 bits. */
    txid: z.number().int(),
    /** The tables that really changed; without any, there is nothing to await. */
    tables: z.array(shapeName),
  }),
  z.object({
    id: z.string(),
    status: z.literal('rejected'),
    /** A newer server may send codes that this build does not know. */
    code: z.custom<ErrorCode>((code) => typeof code === 'string'),
    message: z.string(),
    data: z.unknown().optional(),
  }),
])
export type MutationResult = z.infer<typeof mutationResult>

/** The answers to a push, whatever became of each mutation. */
export const pushResponse = z.object({
  /** One per mutation of the push, in its order. */
  results: z.array(mutationResult),
})
export type PushResponse = z.infer<typeof pushResponse>

/** The position of one shape's live request. */
const livePosition = z.object({
  name: shapeName,
  /** Whose rows; the account's own where it is left out. */
  owner: ownerId.optional(),
  handle: z.string().max(200),
  offset: z.string().max(100),
  cursor: z.string().max(100).optional(),
})
export type LivePosition = z.infer<typeof livePosition>

/**
 * All live requests of a device in one, because a device may hold one connection open, not one per
 * shape.
 */
export const liveRequest = z.object({
  version,
  user_id,
  shapes: z
    .array(livePosition)
    .min(1)
    .max(SHAPE_NAMES.length * OWNERS_MAX),
})
export type LiveRequest = z.infer<typeof liveRequest>

/** The answers so far; shapes that are not named must be requested again. */
export const liveResponse = z.object({
  shapes: z.array(
    z.object({
      name: shapeName,
      owner: ownerId.optional(),
      status: z.number().int().min(200).max(599),
      /** Headers of the protocol alone: `electric-*`. */
      headers: z.record(z.string(), z.string()),
      body: z.string(),
    }),
  ),
})
export type LiveResponse = z.infer<typeof liveResponse>

/**
 * The largest number of teams in a report; a device that emptied more names the others in its next
 * report.
 */
export const EMPTIED_MAX = 50

/** The teams whose rows a device held, and of which none of its files holds anything any more. */
export const emptiedRequest = z.object({
  version,
  user_id,
  device_id: z.uuid(),
  teams: z.array(ownerId).min(1).max(EMPTIED_MAX),
})
export type EmptiedRequest = z.infer<typeof emptiedRequest>

/** Args of the query in the URL, not yet parsed by its schema. */
export const queryRequest = z.object({ version, user_id, args: z.unknown() })
export type QueryRequest = z.infer<typeof queryRequest>

/** The answer to a query; times are texts, as JSON has no other. */
export const queryResponse = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })
