/**
 * What travels between a device and the server, and in what form.
 *
 *   push     POST /api/mutations      PushRequest → PushResponse
 *   shapes   GET  /api/shapes/:name   Electric's protocol; the user in USER_HEADER
 *   live     POST /api/shapes/live    LiveRequest → LiveResponse
 *   queries  POST /api/queries/:name  QueryRequest → QueryResponse
 *
 * Each names the user whose replica asks. The server compares it with the session and answers 401
 * `other_user` on a difference; it never grants anything by it.
 */
import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { SHAPE_NAMES, type ShapeName } from './shapes.ts'

/** Raised when an old build could no longer be served; the server then answers `client_too_old`. */
export const CONTRACT_VERSION = 2

/** Names the user whose replica asks, where there is no body. */
export const USER_HEADER = 'X-Replica-User'

/** Names the contract the device speaks, where there is no body. */
export const CONTRACT_HEADER = 'X-Contract-Version'

/** Mutations in one push: a full one runs well within a second. */
export const PUSH_MAX = 100

/** Largest body of a push: a full one of the longest templates, before and after, in any script. */
export const PUSH_MAX_BYTES = 16 * 1024 * 1024

const user_id = z.string().min(1).max(100)
const version = z.number().int()

/** A mutation on its way. The name and args are checked one by one, never the batch as a whole. */
const wireMutation = z.object({
  id: z.uuid().toLowerCase(),
  name: z.string().max(100),
  args: z.unknown(),
  /** The device's clock, ISO 8601: tells with `sent_at` how old it is, and nothing else. */
  created_at: z.string().max(40),
})
export type WireMutation = z.infer<typeof wireMutation>

/** The mutations that wait on a device, from the first on. */
export const pushRequest = z.object({
  version,
  user_id,
  /** The device's clock as it sends, which may be wrong. Older builds do not say. */
  sent_at: z.string().max(40).optional(),
  /** In the order in which they were made. */
  mutations: z.array(wireMutation).min(1).max(PUSH_MAX),
})
export type PushRequest = z.infer<typeof pushRequest>

/** The name of a shape, as it stands in an address. */
export const shapeName = z.enum(SHAPE_NAMES as [ShapeName, ...ShapeName[]])

/** What became of one mutation; a repeated push gets the same again. */
const mutationResult = z.discriminatedUnion('status', [
  z.object({
    id: z.string(),
    status: z.literal('applied'),
    /** The transaction, as the shapes' `txids` name it: the low 32 bits. */
    txid: z.number().int(),
    /** The tables that really changed. None: there is nothing to wait for. */
    tables: z.array(shapeName),
  }),
  z.object({
    id: z.string(),
    status: z.literal('rejected'),
    /** A newer server may have codes that are not known here. */
    code: z.custom<ErrorCode>((code) => typeof code === 'string'),
    message: z.string(),
    data: z.unknown().optional(),
  }),
])
export type MutationResult = z.infer<typeof mutationResult>

/** What the server did with a push, whatever became of each mutation in it. */
export const pushResponse = z.object({
  /** One for each mutation of the push, in its order. */
  results: z.array(mutationResult),
})
export type PushResponse = z.infer<typeof pushResponse>

/** Where one shape's live request stands. */
const livePosition = z.object({
  name: shapeName,
  handle: z.string().max(200),
  offset: z.string().max(100),
  cursor: z.string().max(100).optional(),
})
export type LivePosition = z.infer<typeof livePosition>

/** Every live request of a device in one: it may hold one connection, not one a shape. */
export const liveRequest = z.object({
  version,
  user_id,
  shapes: z.array(livePosition).min(1).max(SHAPE_NAMES.length),
})
export type LiveRequest = z.infer<typeof liveRequest>

/** The answers that are there; a shape that is not named is to be asked for again. */
export const liveResponse = z.object({
  shapes: z.array(
    z.object({
      name: shapeName,
      status: z.number().int().min(200).max(599),
      /** Of the protocol alone: `electric-*`. */
      headers: z.record(z.string(), z.string()),
      body: z.string(),
    }),
  ),
})
export type LiveResponse = z.infer<typeof liveResponse>

/** Args of the query that the address names, before they are parsed by its schema. */
export const queryRequest = z.object({ version, user_id, args: z.unknown() })
export type QueryRequest = z.infer<typeof queryRequest>

/** The answer to a query; times are texts, as JSON has no other. */
export const queryResponse = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })
