import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LivePosition, LiveResponse } from '#sync/contract/wire.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { pushAs, wireMutation } from '#tests/support/push.ts'
import { changesIn, liveBody, named, shapeCalls } from '#tests/support/shape-calls.ts'
import { PATIENCE } from '#tests/support/soon.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 20, hasShapes: true })
})
afterAll(() => app.close())

const [ZENOBIA = ''] = KNOWN_PEOPLE.map(({ id }) => id)
const { positionOf } = shapeCalls(() => app)

async function live(shapes: LivePosition[]): Promise<LiveResponse['shapes']> {
  const response = await app.request('/api/shapes/live', { json: liveBody(shapes) })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  return ((await response.json()) as LiveResponse).shapes
}

describe('live', () => {
  let positions: LivePosition[]
  beforeEach(async () => {
    positions = await Promise.all(
      (['lists', 'list_members', 'saved_searches'] as const).map((name) => positionOf(name)),
    )
  })

  it('brings what a push changed, under the transaction it was answered with', async () => {
    const waiting = live(positions)
    const id = crypto.randomUUID()
    const create = wireMutation('lists.create', { id, name: 'New', candidate_ids: [ZENOBIA] })
    const [result] = await pushAs(app, 'subscriber', create)
    const txid = result?.status === 'applied' ? result.txid : 0
    const first = await waiting
    // The second shape's news may come a moment later, in the next request.
    const rest = positions.filter(
      ({ name }) => name !== 'saved_searches' && !first.some((answer) => answer.name === name),
    )
    const answers = [...first, ...(rest.length > 0 ? await live(rest) : [])]
    expect(answers.map(({ name }) => name).sort()).toEqual(['list_members', 'lists'])
    for (const { name, body, headers } of answers) {
      const [change] = changesIn(body)
      expect(change?.headers.txids).toEqual([txid])
      expect(change?.value?.[name === 'lists' ? 'id' : 'list_id']).toBe(id)
      expect(headers['electric-offset']).toBeDefined()
      expect(Object.keys(headers).filter((key) => !key.startsWith('electric-'))).toEqual([])
    }
  })

  it('hears nothing of another’s rows', async () => {
    const waiting = live(positions)
    const theirs = wireMutation('lists.create', { id: crypto.randomUUID(), name: 'Theirs' })
    await pushAs(app, 'admin', theirs)
    const mine = wireMutation('lists.create', { id: crypto.randomUUID(), name: 'Mine' })
    await pushAs(app, 'subscriber', mine)
    const bodies = (await waiting).map(({ body }) => body).join('')
    expect(bodies).toContain('Mine')
    expect(bodies).not.toContain('Theirs')
  })

  it('tells of a shape that must be fetched again', async () => {
    const lost = positions.map((position) => ({ ...position, handle: '1-1' }))
    expect((await live(lost)).map(({ status }) => status)).toContain(409)
  })

  describe('of a session', () => {
    let user: string
    let headers: Record<string, string>
    let mine: LivePosition
    const onRevoked = vi.fn()
    beforeEach(async () => {
      const email = `${crypto.randomUUID()}@clinidex.test`
      const cookie = await app.asUser(email)
      const [row] = await app.sql`select id from users where email = ${email}`
      user = row?.id
      headers = { ...cookie, ...named(user) }
      mine = await positionOf('lists', headers)
      onRevoked.mockReset()
      onRevoked.mockImplementation(app.parts.revocations.onRevoked)
      vi.spyOn(app.parts.revocations, 'onRevoked').mockImplementation(onRevoked)
    })
    afterEach(() => void vi.restoreAllMocks())

    /** A live request that is waiting for news. */
    async function waiting(): Promise<{ answer: Promise<Response> }> {
      const held = onRevoked.mock.calls.length
      const json = liveBody([mine], user)
      const answer = app.request('/api/shapes/live', { as: 'session', headers, json })
      await vi.waitUntil(() => onRevoked.mock.calls.length > held, PATIENCE)
      return { answer }
    }

    it('ends with it', async () => {
      const { answer } = await waiting()
      await app.sql`delete from sessions where user_id = ${user}`
      expect((await answer).status).toBe(401)
    })

    it('ends for a newer one when there are too many', async () => {
      const first = await waiting()
      const others = [await waiting(), await waiting(), await waiting()]
      const response = await first.answer
      expect(response.status).toBe(429)
      expect(await response.json()).toMatchObject({ error: { code: 'rate_limited' } })
      await app.sql`delete from sessions where user_id = ${user}`
      for (const { answer } of others) expect((await answer).status).toBe(401)
    })

    it('ends upstream when the device has gone', async () => {
      const signals: AbortSignal[] = []
      const { shape } = app.parts.shapes
      vi.spyOn(app.parts.shapes, 'shape').mockImplementation((params, signal) => {
        signals.push(signal)
        return shape(params, signal)
      })
      const leaving = new AbortController()
      const json = liveBody([mine], user)
      const gone = app.request('/api/shapes/live', {
        as: 'session',
        headers,
        json,
        signal: leaving.signal,
      })
      await vi.waitUntil(() => signals.length > 0, PATIENCE)
      leaving.abort()
      expect((await gone).status).toBe(499)
      expect(signals.every(({ aborted }) => aborted)).toBe(true)
    })
  })
})
