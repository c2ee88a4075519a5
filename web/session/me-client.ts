import type { Me } from '#api/contract/me.ts'
import { api, call, isRecord } from '#web/lib/api-client.ts'

/** Who is signed in and what they may do. */
export function fetchMe(): Promise<Me> {
  return call((init) => api.me.$get({}, { init }), { isExpected: isMe })
}

function isMe(body: unknown): body is Me {
  return isRecord(body) && typeof body.role === 'string' && isRecord(body.subscription)
}
