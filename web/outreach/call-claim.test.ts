import { afterEach, expect, it, vi } from 'vitest'
import { session } from '#web/session/session.ts'
import { claimCall } from './call-claim.ts'

const CLAIM = { candidate_id: 'zenobia', call_id: 'c' }

session.me = { user: { id: 'ana', email: 'ana@agency.test' }, role: 'subscriber' } as never
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['another member', '{ "by": "ben" }', 'ben'],
  ['the account itself', '{ "by": "ana" }', null],
  ['an answer that cannot be read', '<html>Log in to this network</html>', null],
])('claimed by %s', async (_, body, expected) => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response(body))
  vi.stubGlobal('fetch', fetched)
  expect(await claimCall('team', CLAIM)).toBe(expected)
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/teams/team/call-claims')
  expect(JSON.parse(String(fetched.mock.calls[0]?.[1].body))).toEqual(CLAIM)
})

it('does not wait for a network that does not answer', async () => {
  const hang = (_: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  vi.stubGlobal('fetch', hang)
  expect(await claimCall('team', CLAIM)).toBeNull()
})
