import { inAppPath } from '#api/contract/in-app-path.ts'

/** Where the answer to a checkout or portal call leads. */
export type Destination = { kind: 'in-app'; path: string } | { kind: 'elsewhere'; url: string }

/**
 * Reads `url`, a redirect flag with `redirectUrl`, or `path`. A value with one leading slash stays
 * in the app, a web address is a page of the billing service; anything else leads nowhere.
 */
export function destinationOf(answer: unknown): Destination | undefined {
  const { url, redirect, redirectUrl, path } = (answer ?? {}) as Record<string, unknown>
  const value = url ?? (redirect ? redirectUrl : undefined) ?? path
  if (typeof value !== 'string') return undefined
  const inApp = inAppPath(value)
  if (inApp !== undefined) return { kind: 'in-app', path: inApp }
  return /^https?:\/\//i.test(value) ? { kind: 'elsewhere', url: value } : undefined
}
