import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ShapeName } from '#sync/contract/shapes.ts'
import { gatherLive } from './live-gatherer.ts'

const NEWS = '[{"headers":{"operation":"insert"},"key":"k","value":{"id":"1"}}]'
const QUIET = '[{"headers":{"control":"up-to-date"}}]'
const NAMES: ShapeName[] = ['lists', 'list_members', 'saved_searches']
const positions = NAMES.map((name) => ({ name, handle: 'h', offset: '0_0' }))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Longer than news stay, shorter than the wait for shapes without any. */
const aMoment = () => vi.advanceTimersByTimeAsync(100)

const never = new AbortController().signal

/** A shape server whose live requests are answered by the test. */
function upstream() {
  const pending = new Map<string, (response: Response) => void>()
  const failing = new Map<string, (error: Error) => void>()
  const aborted: string[] = []
  return {
    aborted,
    ask: ({ name }: { name: string }, signal: AbortSignal) =>
      new Promise<Response>((resolve, reject) => {
        pending.set(name, (response) => {
          signal.removeEventListener('abort', abort)
          resolve(response)
        })
        failing.set(name, reject)
        const abort = () => {
          aborted.push(name)
          reject(signal.reason)
        }
        signal.addEventListener('abort', abort)
      }),
    answer(name: ShapeName, body: string, status = 200) {
      const headers = { 'electric-offset': '1_0', 'cache-control': 'public', etag: 'e' }
      pending.get(name)?.(new Response(body || null, { status, headers }))
    },
    fail: (name: ShapeName, error: Error) => failing.get(name)?.(error),
  }
}

it('answers with the shape that has news, and gives the others up', async () => {
  const { ask, answer, aborted } = upstream()
  const gathered = gatherLive(positions, ask, never)
  answer('list_members', NEWS)
  await aMoment()
  expect(await gathered).toEqual([
    { name: 'list_members', status: 200, headers: { 'electric-offset': '1_0' }, body: NEWS },
  ])
  expect(aborted).toEqual(['lists', 'saved_searches'])
})

it('takes along what one change brought to several shapes', async () => {
  const { ask, answer } = upstream()
  const gathered = gatherLive(positions, ask, never)
  answer('lists', NEWS)
  answer('list_members', NEWS)
  await aMoment()
  expect((await gathered).map(({ name }) => name)).toEqual(['lists', 'list_members'])
})

it('is in no hurry for a shape that has nothing new', async () => {
  const { ask, answer } = upstream()
  const gathered = gatherLive(positions, ask, never)
  answer('lists', QUIET)
  await aMoment()
  answer('list_members', QUIET)
  answer('saved_searches', '', 204)
  expect((await gathered).map(({ name }) => name).sort()).toEqual([...NAMES].sort())
})

it('a shape that must be fetched again is news', async () => {
  const { ask, answer } = upstream()
  const gathered = gatherLive(positions, ask, never)
  answer('lists', '[{"headers":{"control":"must-refetch"}}]', 409)
  await aMoment()
  expect(await gathered).toMatchObject([{ name: 'lists', status: 409 }])
})

it('a value that reads like a change is none', async () => {
  const { ask, answer } = upstream()
  const gathered = gatherLive(positions, ask, never)
  answer('lists', JSON.stringify([{ headers: { control: '"operation":' } }]))
  await aMoment()
  answer('list_members', NEWS)
  await aMoment()
  expect(await gathered).toHaveLength(2)
})

it('an answer that comes after the others were given up is in no answer', async () => {
  const late: ((response: Response) => void)[] = []
  // An upstream that answers though it was told to end.
  const ask = ({ name }: { name: string }) =>
    name === 'lists'
      ? Promise.resolve(new Response(NEWS))
      : new Promise<Response>((resolve) => void late.push(resolve))
  const gathered = gatherLive(positions, ask, never)
  await aMoment()
  const answers = await gathered
  for (const answer of late) answer(new Response(NEWS))
  await aMoment()
  expect(answers.map(({ name }) => name)).toEqual(['lists'])
})

it('leaves no listener with the caller once it has answered', async () => {
  const { ask, answer } = upstream()
  const { signal } = new AbortController()
  const gathered = gatherLive(positions, ask, signal)
  expect(getEventListeners(signal, 'abort')).not.toEqual([])
  answer('lists', NEWS)
  await aMoment()
  await gathered
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

it('fails with the first that fails, and gives the others up', async () => {
  const { ask, fail, aborted } = upstream()
  const gathered = gatherLive(positions, ask, never)
  fail('lists', new Error('away'))
  await expect(gathered).rejects.toThrow('away')
  expect(aborted).toContain('saved_searches')
})

it.each([0, 1])('ends when it is told to, with the reason (case %s)', async (isLater) => {
  const ending = new AbortController()
  const { ask, aborted } = upstream()
  if (!isLater) ending.abort(new Error('signed out'))
  const gathered = gatherLive(positions, ask, ending.signal)
  if (isLater) ending.abort(new Error('signed out'))
  await expect(gathered).rejects.toThrow('signed out')
  if (isLater) expect(aborted).toEqual(NAMES)
})
