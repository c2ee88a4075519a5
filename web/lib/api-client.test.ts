import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubLocalStorage } from '#tests/support/memory-storage.ts'
import { call, request } from './api-client.ts'

beforeEach(() => {
  stubLocalStorage()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => vi.unstubAllGlobals())

const answer = (body: unknown) => async () => Response.json(body)

describe('a call that fails', () => {
  it.each([
    [true, 'unreachable'],
    [false, 'offline'],
  ])('says why nothing arrived, with the network at %s', async (onLine, code) => {
    vi.stubGlobal('navigator', { onLine })
    const refused = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(call(refused)).rejects.toMatchObject({ code })
  })

  it('counts as unreached where the connection breaks within the answer', async () => {
    const cut = { ok: true, status: 200, text: () => Promise.reject(new TypeError('terminated')) }
    await expect(call(async () => ({ ...cut, json: cut.text }))).rejects.toMatchObject({
      code: 'unreachable',
    })
    await expect(
      request(
        async () => cut,
        (got) => got.text(),
      ),
    ).rejects.toMatchObject({
      code: 'unreachable',
    })
  })

  it('takes a fault of our own for no failure of the network', async () => {
    const fault = new TypeError('cannot read properties of undefined')
    const isExpected = (_: unknown): _ is unknown => {
      throw fault
    }
    await expect(call(answer({}), { isExpected })).rejects.toBe(fault)
  })
})

describe('an answer', () => {
  it('is what the JSON says, and undefined without content', async () => {
    expect(await call(answer({ id: 7 }))).toEqual({ id: 7 })
    expect(await call(async () => new Response(null, { status: 204 }))).toBeUndefined()
  })

  it('that is no JSON, or not of the expected form, cannot be read', async () => {
    const page = async () => new Response('<html>Log in to this network</html>')
    await expect(call(page)).rejects.toMatchObject({ code: 'malformed_answer' })
    const isExpected = (body: unknown): body is unknown[] => Array.isArray(body)
    await expect(call(answer({}), { isExpected })).rejects.toMatchObject({
      code: 'malformed_answer',
    })
    expect(await call(answer([]), { isExpected })).toEqual([])
  })
})
