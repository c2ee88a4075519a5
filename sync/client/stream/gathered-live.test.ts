import { expect, it, vi } from 'vitest'
import { type ShapeName, shapeId } from '#sync/contract/shapes.ts'
import type { LiveRequest, LiveResponse } from '#sync/contract/wire.ts'
import { scriptedFetch, spoilt } from '#tests/support/scripted-fetch.ts'
import { soon } from '#tests/support/soon.ts'
import { Connection, UnreachableError } from './connection.ts'
import { GatheredLive } from './gathered-live.ts'

const nothing = () => undefined

function gathering(...answers: Parameters<typeof scriptedFetch>) {
  const script = scriptedFetch(...answers)
  const onLost = vi.fn()
  const connection = new Connection({
    userId: 'ada',
    fetch: script.fetch,
    baseUrl: 'http://device.test',
    onReached: nothing,
    onLost,
    onNeed: nothing,
    onContact: nothing,
  })
  const live = new GatheredLive({ connection, userId: 'ada' })
  const closing = new AbortController()
  const ask = (name: ShapeName, offset = '1_0', signal = closing.signal) => {
    const answer = live.ask({ name, handle: 'h', offset }, signal)
    // Without one it fails after 45 s, when its test is over and others still run.
    answer.catch(nothing)
    return answer
  }
  const namesSent = () =>
    script.sent.map(({ json }) => (json as LiveRequest).shapes.map(({ name }) => name))
  return { live, ask, namesSent, closing, onLost, ...script }
}

const answerOf = (...shapes: Partial<LiveResponse['shapes'][number]>[]) =>
  Response.json({
    shapes: shapes.map((shape) => ({
      name: 'lists',
      status: 200,
      headers: {},
      body: '[]',
      ...shape,
    })),
  })

it('asks for all shapes in one request, and gives each its own answer', async () => {
  const { ask, namesSent, sent } = gathering(
    answerOf(
      { name: 'lists', body: '["news"]', headers: { 'electric-offset': '2_0' } },
      { name: 'reveals', status: 409, body: '["again"]' },
    ),
  )
  const answers = [ask('lists'), ask('reveals'), ask('saved_searches')]
  const [lists, reveals] = await Promise.all(answers.slice(0, 2))
  expect(namesSent()[0]).toEqual(['lists', 'reveals', 'saved_searches'])
  expect([lists?.status, lists?.headers.get('electric-offset')]).toEqual([200, '2_0'])
  expect(await lists?.json()).toEqual(['news'])
  expect(reveals?.status).toBe(409)
  // Shapes that were not named are asked for again, with those that come back.
  void ask('lists', '2_0')
  await soon(() => expect(namesSent()[1]).toEqual(['saved_searches', 'lists']))
  expect(sent.every(({ path }) => path === '/api/shapes/live')).toBe(true)
})

it('begins anew with who comes while a request is out', async () => {
  const { ask, namesSent, sent } = gathering()
  void ask('lists')
  await soon(() => expect(sent.length).toBe(1))
  void ask('reveals')
  await soon(() => expect(sent.length).toBe(2))
  expect(sent[0]?.signal?.aborted).toBe(true)
  expect(namesSent()[1]).toEqual(['lists', 'reveals'])
})

it('tells a stream that nothing came', async () => {
  const { ask } = gathering(answerOf({ status: 204, body: '' }))
  const response = await ask('lists')
  expect(await response.json()).toEqual([{ headers: { control: 'up-to-date' } }])
})

const ended = () => new Response(null, { status: 204 })

it('asks again when the server ended the request to stop, or for a change of teams', async () => {
  const { ask, sent, onLost } = gathering(ended(), answerOf({ body: '[]' }))
  expect((await ask('lists')).status).toBe(200)
  expect(sent.length).toBe(2)
  expect(onLost).not.toHaveBeenCalled()
})

it('takes a server that ends one request after another for lost', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { ask, onLost } = gathering(ended(), ended(), answerOf({ body: '[]' }))
  const { status } = await ask('lists').finally(() => vi.useRealTimers())
  expect(status).toBe(200)
  expect(onLost).toHaveBeenCalledOnce()
})

it.each([
  ['the network fails', () => new TypeError('fetch failed')],
  ['the server fails', () => new Response('', { status: 503 })],
  ['the answer is cut off', () => spoilt('{"shapes": [{"na')],
  ['the answer is of something else', () => Response.json({ rows: [] })],
  ['a position is refused', () => spoilt('{}', 400)],
])('tells every stream when %s', async (_, fault) => {
  const { ask } = gathering(fault())
  const outcomes = await Promise.allSettled([ask('lists'), ask('reveals')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

it('ends the request when nobody asks any more', async () => {
  const { ask, sent, closing } = gathering()
  const asking = ask('lists')
  await soon(() => expect(sent.length).toBe(1))
  closing.abort()
  await expect(asking).rejects.toThrow(UnreachableError)
  expect(sent[0]?.signal?.aborted).toBe(true)
})

it('breaks off what has been out for long, and nothing else', async () => {
  const { ask, live, sent } = gathering()
  const asking = ask('lists')
  await soon(() => expect(sent.length).toBe(1))
  live.restart(60_000)
  expect(sent[0]?.signal?.aborted).toBe(false)
  live.restart(0)
  await expect(asking).rejects.toThrow(UnreachableError)
})

it('breaks off a request where the clock was set back meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { ask, live, sent } = gathering()
  const asking = ask('lists')
  await soon(() => expect(sent.length).toBe(1))
  vi.setSystemTime(Date.now() - 24 * 60 * 60 * 1000)
  live.restart(60_000)
  vi.useRealTimers()
  await expect(asking).rejects.toThrow(UnreachableError)
})

it('breaks off one shape, and asks on for the others', async () => {
  const { ask, live, namesSent, sent } = gathering()
  const lists = ask('lists')
  void ask('reveals')
  await soon(() => expect(sent.length).toBe(1))
  live.restart(0, new Set([shapeId('lists', 'ada')]))
  await expect(lists).rejects.toThrow(UnreachableError)
  await soon(() => expect(sent.length).toBe(2))
  expect(namesSent()[1]).toEqual(['reveals'])
})

it('an answer to a stream that has ended is none to the one after it, which is asked for', async () => {
  let answer = (_: Response) => {}
  const first = new Promise<Response>((resolve) => {
    answer = resolve
  })
  const { ask, sent, namesSent } = gathering(() => first, answerOf({ body: '["news"]' }))
  const ending = new AbortController()
  void ask('reveals')
  void ask('lists', '1_0', ending.signal)
  await soon(() => expect(sent.length).toBe(1))
  ending.abort()
  const next = ask('lists', '2_0')
  // Before the request leaves that asks for it.
  answer(answerOf({ body: '["old"]' }))
  expect(await (await next).json()).toEqual(['news'])
  expect(namesSent()[1]).toEqual(['reveals', 'lists'])
})

it('ignores an answer for a shape that did not ask', async () => {
  const { ask, sent } = gathering(answerOf({ name: 'reveals' }))
  void ask('lists')
  await soon(() => expect(sent.length).toBe(2))
})
