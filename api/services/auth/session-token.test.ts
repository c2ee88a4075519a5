import { generateSignedCookie } from 'hono/cookie'
import { describe, expect, it } from 'vitest'
import { tokenOf } from './session-token.ts'

const SECRET = 'a secret of the server'

/** The value as the browser sends it back, decoded. */
async function signed(token: string, secret = SECRET): Promise<string> {
  const [pair = ''] = (await generateSignedCookie('session', token, secret)).split(';')
  return decodeURIComponent(pair.slice('session='.length))
}

describe('the token of a session cookie', () => {
  it.each(['mLtZ3oX0yq', 'with.a.dot', 'ünïcode'])(
    'is read where we signed it: %s',
    async (token) => {
      expect(tokenOf(await signed(token), SECRET)).toBe(token)
    },
  )

  it('is nobody’s with another token, another signature, a part of one or none', async () => {
    const cookie = await signed('one')
    const other = await signed('two')
    const signature = (value: string) => value.slice(value.lastIndexOf('.'))
    for (const forged of [
      await signed('one', 'another secret'),
      `two${signature(cookie)}`,
      `one${signature(other)}`,
      cookie.slice(0, -4),
      `${cookie}AAAA`,
      'one.',
      'one',
      '',
    ]) {
      expect(tokenOf(forged, SECRET)).toBeNull()
    }
  })
})
