import { CAST, type Part } from '#tests/support/cast.ts'

/** A status, and for an error in the wire form its code: "403 subscription_required". */
export type Outcome = `${number}` | `${number} ${string}`

/** A request to a route, and its outcome for each kind of account. */
export interface Row {
  /** The route's path with its parameters filled in; by default the route itself. */
  path?: string
  json?: unknown
  headers?: Record<string, string>
  outcome: Record<Part, Outcome>
}

/** One outcome for everybody except those named. */
export function each(
  outcome: Outcome,
  but: Partial<Record<Part, Outcome>> = {},
): Record<Part, Outcome> {
  const all = Object.fromEntries(CAST.map((part) => [part, outcome])) as Record<Part, Outcome>
  return { ...all, ...but }
}

/** The outcomes of those whom a route does not let in, before it looks at the request. */
export const SIGN_IN = { visitor: '401 authentication_required' } as const
export const PAY = {
  visitor: '403 subscription_required',
  free: '403 subscription_required',
} as const
export const NOT_IN_DEMO = { demo: '403 demo_restricted' } as const

/** An id that no row has. */
export const NO_ID = '00000000-0000-4000-8000-00000000cafe'
export const UNKNOWN_USER_ID = 'nobody-has-this-id'

/** Stands for the caller's id in bodies and headers. */
export const ME = 'the-one-who-asks'

/** The request's body or headers for this caller. */
export function askedBy<T>(userId: string, part: T): T {
  const text = JSON.stringify(part)
  return text === undefined ? part : JSON.parse(text.replaceAll(ME, userId))
}
