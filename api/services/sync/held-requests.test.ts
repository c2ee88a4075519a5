import type { Context } from 'hono'
import { expect, it } from 'vitest'
import type { AppEnv } from '#api/context.ts'
import { heldRequests, STOPPING } from './held-requests.ts'

/** An open live request of an account, and the events that end it. */
function held() {
  const teamsChanged = new Set<() => void>()
  const stopping = new AbortController()
  const revocations = {
    onRevoked: () => () => undefined,
    onTeamsChanged(_: object, callback: () => void) {
      teamsChanged.add(callback)
      return () => void teamsChanged.delete(callback)
    },
  }
  const metrics = { held: () => () => undefined }
  const c = {
    var: {
      account: { sessionId: 'a session' },
      actor: { id: 'ada' },
      parts: { revocations, metrics, stopping: stopping.signal },
    },
    req: { raw: new Request('http://localhost/api/shapes/lists') },
  } as unknown as Context<AppEnv>
  const request = heldRequests({ max: 3 })(c, 'lists')
  return {
    request,
    changeTeams: () => {
      for (const callback of teamsChanged) callback()
    },
    stop: () => stopping.abort(),
  }
}

it.each(['changeTeams', 'stop'] as const)(
  'a held request ends on %s, an answer in its body does not',
  (end) => {
    const waiting = held()
    waiting[end]()
    expect(waiting.request.signal.reason).toBe(STOPPING)
    waiting.request.release()

    const answering = held()
    answering.request.answers()
    answering[end]()
    expect(answering.request.signal.aborted).toBe(false)
    answering.request.release()
  },
)
