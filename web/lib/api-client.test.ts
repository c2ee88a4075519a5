import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubLocalStorage } from '#tests/support/memory-storage.ts'
import { call, isAnything, request } from './api-client.ts'

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
    await expect(call(refused, isAnything)).rejects.toMatchObject({ code })
  })

  it('counts as unreached where the connection breaks within the answer', async () => {
    const cut = { ok: true, status: 200, text: () => Promise.reject(new TypeError('terminated')) }
    await expect(call(async () => cut, isAnything)).rejects.toMatchObject({ code: 'unreachable' })
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
    const check = (_: unknown): _ is unknown => {
      throw fault
    }
    await expect(call(answer({}), check)).rejects.toBe(fault)
  })
})
