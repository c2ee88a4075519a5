/** Who is asking. Decided by the server from the session, never from a request's body. */
export type Role = 'visitor' | 'free' | 'demo' | 'subscriber' | 'admin'

export interface Actor {
  role: Role
  /** Account id; null for a visitor. */
  id: string | null
  email: string | null
}

const EVERYBODY: readonly Role[] = ['visitor', 'free', 'demo', 'subscriber', 'admin']
const SEARCHERS: readonly Role[] = ['demo', 'subscriber', 'admin']
const PAYING: readonly Role[] = ['subscriber', 'admin']

/** One row per action: the roles that may take it. API, mutations and screens all read this. */
const ALLOWED = {
  'search.run': SEARCHERS,
  'search.select_all': PAYING,
  'search.report_error': EVERYBODY,
  'specialties.read': EVERYBODY,
  'candidate.read': EVERYBODY,
  'contact.reveal': PAYING,
} as const satisfies Record<string, readonly Role[]>

export type Action = keyof typeof ALLOWED
export const ACTIONS = Object.keys(ALLOWED) as Action[]

/** Whether this actor may take this action. */
export function can(actor: Pick<Actor, 'role'>, action: Action): boolean {
  return (ALLOWED[action] as readonly Role[]).includes(actor.role)
}
