import { describe, expect, it } from 'vitest'
import { SHAPE_NAMES, shapeOf } from '#sync/contract/shapes.ts'
import { requestShape, shapeParams } from './gatekeeper.ts'

const { signal } = new AbortController()

describe('what is asked of the shape server', () => {
  it.each(SHAPE_NAMES)('%s: the rows of one owner', (name) => {
    const { table, columns, owner, isSentWhole } = shapeOf(name)
    const params = shapeParams(name, 'me', { offset: '-1' })
    expect(Object.fromEntries(params)).toEqual({
      table,
      columns: Object.keys(columns).join(','),
      where: `${owner} = $1`,
      'params[1]': 'me',
      offset: '-1',
      ...(isSentWhole && { replica: 'full' }),
    })
  })

  it('an owner’s id is a value and never text of the condition', () => {
    const params = shapeParams('lists', "x' or true", { offset: '-1' })
    expect(params.get('where')).toBe('owner_id = $1')
    expect(params.get('params[1]')).toBe("x' or true")
  })

  it('where the device stands', () => {
    const position = { offset: '7_2', handle: 'h', cursor: 'c', live: true }
    const params = shapeParams('lists', 'me', position)
    const { offset, handle, cursor, live } = Object.fromEntries(params)
    expect({ offset, handle, cursor, live }).toEqual({ ...position, live: 'true' })
    expect(shapeParams('lists', 'me', { offset: '0_0', live: false }).has('live')).toBe(false)
  })
})

describe('what a device hears of the shape server', () => {
  const upstream = (answer: () => Promise<Response>) => ({ shape: answer })
  const ask = (answer: () => Promise<Response>) =>
    requestShape(upstream(answer), new URLSearchParams(), signal)

  it.each([200, 204, 409])('%s as it is', async (status) => {
    const response = await ask(async () => new Response(null, { status }))
    expect(response.status).toBe(status)
  })

  it.each([
    [400, 'invalid_input'],
    // The secret between the servers is wrong: nobody is to be signed out for it.
    [401, 'sync_unavailable'],
    [403, 'sync_unavailable'],
    [404, 'sync_unavailable'],
    [429, 'sync_unavailable'],
    [500, 'sync_unavailable'],
    [503, 'sync_unavailable'],
  ])('%s as %s, without its words', async (status, code) => {
    const refused = ask(async () => new Response('where owner_id = …', { status }))
    await expect(refused).rejects.toMatchObject({
      code,
      message: expect.not.stringMatching('where'),
    })
  })

  it('that it is away', async () => {
    const away = ask(() => Promise.reject(new TypeError('fetch failed')))
    await expect(away).rejects.toMatchObject({ code: 'sync_unavailable' })
  })

  it('why its request was ended, when it was', async () => {
    const ended = AbortSignal.abort(new Error('signed out'))
    const fetched = requestShape(
      { shape: (_params, given) => Promise.reject(given.reason) },
      new URLSearchParams(),
      ended,
    )
    await expect(fetched).rejects.toThrow('signed out')
  })
})
