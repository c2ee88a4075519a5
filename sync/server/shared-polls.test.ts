import { getEventListeners, setMaxListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ShapeName, shapesOf } from '#sync/contract/shapes.ts'
import { requestShape, type ShapeUpstream, shapeParams } from './gatekeeper.ts'
import { gatherLive } from './live-gatherer.ts'
import { sharePolls } from './shared-polls.ts'

const NEWS = '[{"headers":{"operation":"insert"},"key":"k","value":{"id":"1"}}]'
const never = new AbortController().signal
// Node takes many listeners for a leak.
setMaxListeners(0, never)
afterEach(() => void vi.useRealTimers())

interface Asked {
  params: URLSearchParams
  signal: AbortSignal
  answer(response: Response): void
  fail(error: Error): void
}

let asked: Asked[]
let shape: ShapeUpstream['shape']
beforeEach(() => {
  asked = []
  shape = sharePolls(
    (params, signal) =>
      new Promise((answer, fail) => {
        asked.push({ params, signal, answer, fail })
        signal.addEventListener('abort', () => fail(signal.reason))
      }),
  )
})

/** The request that the shape server got last. */
const last = () => asked.at(-1) as Asked
const news = () => new Response(NEWS, { headers: { 'electric-offset': '2_0' } })
const at = { handle: 'h', offset: '1_0', live: true }
const poll = (signal = never, position: object = at, owner = 'team') =>
  shape(shapeParams('lists', owner, { ...at, ...position }), signal)

describe('50 members of a team', () => {
  const positions = shapesOf('team').map((name) => ({ name, owner: 'team', ...at }))
  const follow = (signal = never) =>
    gatherLive(
      positions,
      ({ name, owner, ...position }, signal) =>
        requestShape(
          { shape },
          shapeParams(name, owner ?? '', { ...position, live: true }),
          signal,
        ),
      signal,
    )
  const isOf = (name: ShapeName) => (request: Asked) => request.params.get('table') === name

  it('are one request for each of its eight shapes, and each member has the news', async () => {
    const members = Array.from({ length: 50 }, () => follow())
    expect(asked).toHaveLength(8)
    asked.find(isOf('list_members'))?.answer(news())
    const answers = await Promise.all(members)
    const told = { name: 'list_members', owner: 'team', status: 200, body: NEWS }
    for (const shapes of answers) {
      expect(shapes).toEqual([{ ...told, headers: { 'electric-offset': '2_0' } }])
    }
    expect(asked.filter(({ signal }) => !signal.aborted)).toEqual([])
  })

  it('one of whom leaves do not notice, and the last one ends the requests', async () => {
    const leaving = Array.from({ length: 50 }, () => new AbortController())
    const members = leaving.map(({ signal }) =>
      follow(signal).catch((error: Error) => error.message),
    )
    for (const member of leaving.slice(1)) member.abort(new Error('gone'))
    expect(await Promise.all(members.slice(1))).toEqual(Array(49).fill('gone'))
    expect(asked.map(({ signal }) => signal.aborted)).toEqual(Array(8).fill(false))
    leaving[0]?.abort(new Error('gone'))
    expect(await members[0]).toBe('gone')
    expect(asked.map(({ signal }) => signal.aborted)).toEqual(Array(8).fill(true))
    expect(asked).toHaveLength(8)
  })
})

it('a caller who is told to end gets nothing, even with the answer there', async () => {
  const ending = new AbortController()
  const [ended, other] = [poll(ending.signal), poll()]
  last().answer(news())
  ending.abort(new Error('signed out'))
  await expect(ended).rejects.toThrow('signed out')
  expect(await (await other).text()).toBe(NEWS)
  await expect(poll(ending.signal)).rejects.toThrow('signed out')
  expect(asked).toHaveLength(1)
})

it.each([
  ['offset', { offset: '2_0' }],
  ['handle', { handle: 'other' }],
])('requests of another %s are not shared', async (_what, position) => {
  void poll()
  void poll(never, position)
  expect(asked).toHaveLength(2)
})

it('requests of another owner are not shared', () => {
  void poll()
  void poll(never, {}, 'another team')
  expect(asked).toHaveLength(2)
})

it('a cursor keeps nobody apart', () => {
  void poll(never, { cursor: '20' })
  void poll(never, { cursor: '40' })
  expect(asked).toHaveLength(1)
})

it('a request that does not wait is not shared, and ends with its caller', async () => {
  const leaving = new AbortController()
  const first = poll(leaving.signal, { live: false })
  void poll(never, { live: false })
  expect(asked).toHaveLength(2)
  leaving.abort(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

it.each([204, 409, 503])('%s is told to all', async (status) => {
  const waiting = [poll(), poll()]
  last().answer(new Response(status === 204 ? null : 'Why.', { status }))
  for (const response of await Promise.all(waiting)) {
    expect([response.status, await response.text()]).toEqual([status, status === 204 ? '' : 'Why.'])
  }
})

it('a failure is told to all, and not to who asks next', async () => {
  const waiting = [poll(), poll()]
  last().fail(new TypeError('fetch failed'))
  for (const failed of waiting) await expect(failed).rejects.toThrow('fetch failed')
  const next = poll()
  expect(asked).toHaveLength(2)
  last().answer(news())
  expect((await next).status).toBe(200)
})

it('who asks after the last has gone has a request of its own', async () => {
  const leaving = new AbortController()
  const gone = poll(leaving.signal)
  leaving.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  const next = poll()
  expect(asked).toHaveLength(2)
  last().answer(news())
  expect((await next).status).toBe(200)
})

it('nobody joins a request that is older than any answer', async () => {
  vi.useFakeTimers()
  const first = poll()
  vi.advanceTimersByTime(20_000)
  const second = poll()
  expect(asked).toHaveLength(1)
  vi.advanceTimersByTime(20_000)
  const third = poll()
  expect(asked).toHaveLength(2)
  asked[0]?.answer(news())
  for (const response of await Promise.all([first, second])) expect(response.ok).toBe(true)
  const fourth = poll()
  expect(asked).toHaveLength(2)
  last().answer(news())
  for (const response of await Promise.all([third, fourth])) expect(response.ok).toBe(true)
})

it('an answered request leaves no timer, and no listener with its caller', async () => {
  vi.useFakeTimers()
  const { signal } = new AbortController()
  const answered = poll(signal)
  expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([1, 1])
  last().answer(news())
  await answered
  expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([0, 0])
})
