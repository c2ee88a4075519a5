import { unzipSync } from 'fflate'
import { afterEach, expect, it, vi } from 'vitest'
import { makeTakenFile } from './take-out.ts'
import { fileMadeWords } from './take-out-words.ts'

vi.mock('#web/replica/replica.ts', () => ({
  mutate: vi.fn(),
  openedReplica: async () => ({ query: async () => [] }),
  replicaStore: { status: { isComplete: true } },
}))

const ANA = { id: 'ana', email: 'ana@clinic.test' }

afterEach(() => vi.unstubAllGlobals())

const refusal = (status: number, code: string, message: string) => async () =>
  Response.json({ error: { code, message } }, { status })

it('holds what the server holds', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"user":{}}'))
  const { content, fault } = await makeTakenFile(ANA)
  expect(fault).toBeNull()
  const files = unzipSync(new Uint8Array(await content.arrayBuffer()))
  expect(new TextDecoder().decode(files['account.json'])).toBe('{"user":{}}')
  expect(fileMadeWords(fault)).toBe('Keep it where you keep private things.')
})

it.each([
  [refusal(403, 'forbidden', 'Not in the demo.'), '. Not in the demo.'],
  [refusal(429, 'rate_limited', 'Please wait a minute.'), '. Please wait a minute.'],
  [() => Promise.reject(new TypeError('Failed to fetch')), ': the server cannot be reached.'],
])('is made without it too, and says why', async (answer, words) => {
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('navigator', { onLine: true })
  const { content, fault } = await makeTakenFile(ANA)
  const files = unzipSync(new Uint8Array(await content.arrayBuffer()))
  expect(Object.keys(files)).not.toContain('account.json')
  expect(fileMadeWords(fault)).toBe(`Sign-ins and log are not in it${words}`)
})
