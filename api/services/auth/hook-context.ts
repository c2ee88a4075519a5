import type { createAuthMiddleware } from 'better-auth/api'
import type { AuthParts } from './auth.ts'

/** A request as the library passes it to our hooks. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

export interface HookParts extends AuthParts {
  pageUrl(path: string): string
}
