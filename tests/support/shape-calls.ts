import { expect } from 'vitest'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'
import { CONTRACT_HEADER, type LivePosition, USER_HEADER } from '#sync/contract/wire.ts'
import type { TestApp } from './app.ts'

/** The headers by which a device names its user and its build. */
export const named = (user: string) => ({
  [USER_HEADER]: user,
  [CONTRACT_HEADER]: String(CONTRACT_VERSION),
})

interface Message {
  headers: { operation?: string; control?: string; txids?: number[] }
  value?: Record<string, string | null>
}

/** The messages of a shape's answer that change a row. */
export const changesIn = (body: string) =>
  (JSON.parse(body) as Message[]).filter(({ headers }) => headers.operation !== undefined)

export const liveBody = (shapes: LivePosition[], user_id = 'subscriber') => ({
  version: CONTRACT_VERSION,
  user_id,
  shapes,
})

/**
 * Reads of shapes, as a device makes them.
 * @param app read at each call: a test file opens the app after it has named the calls.
 */
export function shapeCalls(app: () => TestApp) {
  function read(name: string, query = 'offset=-1', as: 'subscriber' | 'admin' = 'subscriber') {
    return app().request(`/api/shapes/${name}?${query}`, { as, headers: named(as) })
  }

  /** The position at the end of a shape. */
  async function positionOf(name: ShapeName, headers?: Record<string, string>) {
    let offset = '-1'
    let handle = ''
    for (;;) {
      const query = new URLSearchParams({ offset, ...(handle ? { handle } : {}) })
      const response = await (headers
        ? app().request(`/api/shapes/${name}?${query}`, { as: 'session', headers })
        : read(name, query.toString()))
      expect(response.status).toBe(200)
      handle = response.headers.get('electric-handle') ?? ''
      offset = response.headers.get('electric-offset') ?? ''
      if (response.headers.has('electric-up-to-date')) return { name, handle, offset }
    }
  }

  return { read, positionOf }
}
