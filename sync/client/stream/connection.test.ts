import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '#sync/contract/errors.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { CONTRACT_HEADER, USER_HEADER } from '#sync/contract/wire.ts'
import { type Answer, scriptedFetch } from '#tests/support/scripted-fetch.ts'
import { Connection, UnreachableError } from './connection.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const failure = (code: 'authentication_required' | 'other_user' | 'client_too_old') => {
  const error = new AppError(code, 'No.')
  return Response.json(error.toWire(), { status: error.status })
}

function connected(...answers: Parameters<typeof scriptedFetch>) {
  const script = scriptedFetch(...answers)
  const told = { onReached: vi.fn(), onLost: vi.fn(), onNeed: vi.fn(), onContact: vi.fn() }
  const baseUrl = 'http://device.test'
  const connection = new Connection({ userId: 'ada', fetch: script.fetch, baseUrl, ...told })
  const closing = new AbortController()
  const send = (timeoutMs = 10_000) =>
    connection.send('/api/x', { json: {}, timeoutMs, signal: closing.signal })
  return { connection, send, closing, ...script, ...told }
}

it('names the user and the contract with every request', async () => {
  const { send, sent } = connected(Response.json({}))
  expect((await send()).status).toBe(200)
  expect(sent[0]?.headers.get(USER_HEADER)).toBe('ada')
  expect(sent[0]?.headers.get(CONTRACT_HEADER)).toBe(String(CONTRACT_VERSION))
})

it('tells what the clock of the server says', async () => {
  const headers = { Date: 'Fri, 20 Nov 2026 12:00:00 GMT' }
  const { send, onContact, onReached } = connected(
    Response.json({}, { headers }),
    Response.json({}),
  )
  await send()
  await send()
  expect(onContact.mock.calls).toEqual([[Date.UTC(2026, 10, 20, 12)], [null]])
  expect(onReached).toHaveBeenCalledTimes(1)
})

it.each<[string, boolean, () => Answer]>([
  ['a network fault', false, () => new TypeError('fetch failed')],
  ['429', true, () => new Response('', { status: 429 })],
  ['500', true, () => new Response('', { status: 500 })],
  ['503', true, () => new Response('', { status: 503 })],
  ['a captive portal’s page', false, () => new Response('<html>Log in to this network</html>')],
  ['a captive portal’s refusal', false, () => new Response('<html>Log in</html>', { status: 401 })],
])(
  'waits longer and longer after %s (busy: %s), 30 s at most, and never gives up',
  async (_, isBusy, fault) => {
    const { send, sent, onLost, onReached, onNeed, onContact } = connected(
      ...Array.from({ length: 12 }, fault),
      Response.json({}),
    )
    for (let attempt = 0; attempt < 12; attempt++) {
      const outcome = send().catch((error: unknown) => error)
      while (sent.length === attempt) await vi.advanceTimersByTimeAsync(100)
      expect(await outcome).toBeInstanceOf(UnreachableError)
    }
    const pauses = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0))
    expect(pauses[0]).toBeGreaterThanOrEqual(250)
    expect(pauses[0]).toBeLessThanOrEqual(500)
    expect(pauses.at(-1)).toBeGreaterThanOrEqual(15_000)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30_000)
    // Nothing is said of the server in between, nor asked of the person.
    expect(onReached).not.toHaveBeenCalled()
    expect(onContact).not.toHaveBeenCalled()
    expect(onNeed).not.toHaveBeenCalled()
    const last = send()
    await vi.advanceTimersByTimeAsync(30_000)
    expect((await last).status).toBe(200)
    expect(onLost.mock.calls).toEqual(Array.from({ length: 12 }, () => [isBusy]))
  },
)

it('waits longer and longer after answers that the caller cannot use, until one is of use', async () => {
  const other = () => Response.json({ about: 'something else' })
  const { connection, send, sent } = connected(...Array.from({ length: 10 }, other))
  const ask = async (attempt: number) => {
    const outcome = send()
    while (sent.length === attempt) await vi.advanceTimersByTimeAsync(100)
    await outcome
  }
  for (let attempt = 0; attempt < 7; attempt++) {
    await ask(attempt)
    connection.failed()
  }
  await ask(7)
  // The answer to this request counts as useful.
  await ask(8)
  connection.failed()
  await ask(9)
  const pauses = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0))
  expect(pauses[0]).toBeLessThanOrEqual(600)
  expect(pauses[6]).toBeGreaterThanOrEqual(15_000)
  expect(pauses[8]).toBeLessThanOrEqual(600)
})

it('waits as long as the server asks for', async () => {
  const busy = new Response('', { status: 429, headers: { 'Retry-After': '7' } })
  const { send, sent } = connected(busy, Response.json({}))
  await expect(send()).rejects.toThrow(UnreachableError)
  const second = send()
  await vi.advanceTimersByTimeAsync(6_900)
  expect(sent.length).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  await second
})

it('tries at once when told to, and counts one failure of several requests as one', async () => {
  const { send, sent, connection, onLost } = connected(
    new TypeError('fetch failed'),
    new TypeError('fetch failed'),
    Response.json({}),
  )
  await Promise.allSettled([send(), send()])
  expect(onLost).toHaveBeenCalledTimes(1)
  const third = send()
  connection.retryNow()
  expect((await third).status).toBe(200)
  expect(sent.length).toBe(3)
})

it('a request from before a pause that fails after it begins no other one', async () => {
  let fail = (_: unknown) => {}
  const late = new Promise<Response>((_, reject) => {
    fail = reject
  })
  const { send, sent, connection, onLost } = connected(
    () => late,
    new TypeError('fetch failed'),
    Response.json({}),
    Response.json({}),
  )
  const before = send().catch((error: unknown) => error)
  await send().catch(() => undefined)
  connection.retryNow()
  expect((await send()).status).toBe(200)
  fail(new TypeError('fetch failed'))
  expect(await before).toBeInstanceOf(UnreachableError)
  expect((await send()).status).toBe(200)
  expect(sent.length).toBe(4)
  expect(onLost).toHaveBeenCalledTimes(1)
})

it('after a pause one request tries, and the others wait for its answer', async () => {
  const away = () => new Response('', { status: 503 })
  const { send, sent } = connected(away, away, Response.json({}), Response.json({}))
  await send().catch(() => undefined)
  const outcomes = [send(), send(), send()].map((answer) =>
    answer.then(
      ({ status }) => status,
      () => 'unreachable',
    ),
  )
  await vi.advanceTimersByTimeAsync(500)
  expect(sent.length).toBe(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await Promise.all(outcomes)).toEqual(['unreachable', 200, 200])
})

it('a push leaves beside the request that tries, which fails while shapes alone are away', async () => {
  const withoutShapes: Answer = ({ path }) =>
    path === '/api/push' ? Response.json({}) : new Response('', { status: 503 })
  const { connection, send, closing, sent, onReached } = connected(
    withoutShapes,
    withoutShapes,
    withoutShapes,
  )
  await send().catch(() => undefined)
  const shapes = [send(), send()].map((answer) => answer.catch(() => undefined))
  const push = connection.send('/api/push', {
    json: {},
    timeoutMs: 10_000,
    signal: closing.signal,
    skipsProbe: true,
  })
  await vi.advanceTimersByTimeAsync(500)
  expect(sent.map(({ path }) => path)).toEqual(['/api/x', '/api/x', '/api/push'])
  expect((await push).status).toBe(200)
  // Of the server it says that it is there; the device lacks its shapes all the same.
  expect(onReached).not.toHaveBeenCalled()
  closing.abort()
  await Promise.all(shapes)
})

it('the others leave after 2 s where the one that tries has no answer yet', async () => {
  const never = () => new Promise<Response>(() => undefined)
  const { send, sent, connection } = connected(
    new TypeError('fetch failed'),
    never,
    Response.json({}),
  )
  await send().catch(() => undefined)
  void send().catch(() => undefined)
  connection.retryNow()
  await vi.advanceTimersByTimeAsync(0)
  const other = send()
  await vi.advanceTimersByTimeAsync(1_999)
  expect(sent.length).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect((await other).status).toBe(200)
})

it('gives up an answer that does not end', async () => {
  const { send } = connected()
  const outcome = send(5_000).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await outcome).toBeInstanceOf(UnreachableError)
})

it.each([
  ['sign_in', 'authentication_required'],
  ['sign_in', 'other_user'],
  ['update', 'client_too_old'],
] as const)('asks for %s after %s and sends nothing until then', async (need, code) => {
  const { send, sent, connection, onNeed, onContact } = connected(failure(code), Response.json({}))
  await expect(send()).rejects.toThrow(UnreachableError)
  expect(onNeed).toHaveBeenLastCalledWith(need)
  const second = send()
  connection.retryNow()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(sent.length).toBe(1)
  expect(onContact).not.toHaveBeenCalled()
  connection.resume()
  expect((await second).status).toBe(200)
  expect(onNeed).toHaveBeenLastCalledWith(null)
})

it('hands a conflict of the shape protocol on', async () => {
  const body = JSON.stringify([{ headers: { control: 'must-refetch' } }])
  const headers = { 'Content-Type': 'application/json' }
  const { send, onNeed } = connected(new Response(body, { status: 409, headers }))
  const response = await send()
  expect([response.status, await response.text()]).toEqual([409, body])
  expect(onNeed).not.toHaveBeenCalled()
})

it('lets go of who waits when the device closes', async () => {
  const { send, closing } = connected(failure('authentication_required'))
  await send().catch(() => undefined)
  const waiting = send()
  closing.abort()
  await expect(waiting).rejects.toThrow(UnreachableError)
})

it('does not ask to sign in again for a refusal from before the sign-in', async () => {
  let refuse = (_: Response) => {}
  const late = new Promise<Response>((resolve) => {
    refuse = resolve
  })
  const { connection, send, onNeed } = connected(() => late, Response.json({}))
  const before = send().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1)
  connection.resume()
  refuse(failure('authentication_required'))
  expect(await before).toBeInstanceOf(UnreachableError)
  expect((await send()).status).toBe(200)
  expect(onNeed.mock.calls).toEqual([[null]])
})
