import { expect, it } from 'vitest'
import { refusal } from '#tests/support/mail-server.ts'
import { mailAll } from './mail-all.ts'

const there = { check: () => Promise.resolve() }
const away = { check: () => Promise.reject(new Error('away')) }

/**
 * Mails to each of these addresses, in order.
 * @returns the addresses that were tried
 */
async function mailTo(
  server: typeof there,
  addresses: readonly string[],
  send: (address: string) => Promise<void>,
): Promise<{ tried: string[]; error: unknown }> {
  const waiting = addresses.values()
  let all: string[] = []
  const run = mailAll(server, 'letters', async (tried) => {
    all = tried
    const { value: address } = waiting.next()
    if (address === undefined) return false
    tried.push(address)
    await send(address)
    return true
  })
  return { error: await run.catch((error: unknown) => error), tried: all }
}

it('one mail that is refused holds up no other, and is told by its codes alone', async () => {
  const { tried, error } = await mailTo(there, ['ann@x.test', 'bob@x.test', 'cy@x.test'], (to) =>
    to === 'cy@x.test' ? Promise.resolve() : Promise.reject(refusal(to)),
  )
  expect(tried).toEqual(['ann@x.test', 'bob@x.test', 'cy@x.test'])
  expect(error).toEqual(new Error('2 letters could not be mailed (EENVELOPE 550).'))
  expect(Object.keys(error as object)).toEqual([])
})

it('a server that is away is waited for once', async () => {
  const { tried, error } = await mailTo(away, ['ann@x.test', 'bob@x.test'], () =>
    Promise.reject(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' })),
  )
  expect(tried).toEqual(['ann@x.test'])
  expect(error).toEqual(new Error('1 letters could not be mailed (ETIMEDOUT).'))
})

it('a database that fails is no refused mail', async () => {
  const failure = new Error('no such column')
  await expect(mailAll(there, 'letters', () => Promise.reject(failure))).rejects.toBe(failure)
})

it('is silent where all are mailed', async () => {
  const { tried, error } = await mailTo(there, ['ann@x.test'], () => Promise.resolve())
  expect({ tried, error }).toEqual({ tried: ['ann@x.test'], error: undefined })
})
