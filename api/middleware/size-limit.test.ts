import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { AppEnv } from '#api/context.ts'
import { sizeLimit } from './size-limit.ts'

const app = new Hono<AppEnv>()
app.use(sizeLimit(10))
app.all('*', async (c) => c.text(c.req.method === 'GET' ? 'none' : await c.req.text()))
app.onError((error, c) => c.text((error as { code?: string }).code ?? 'other', 413))

async function send(body: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await app.request('/', { method: 'POST', body, headers })
  return response.text()
}

it('takes a body up to the limit and refuses a longer one, with and without its length', async () => {
  for (const body of ['', '1234567890']) {
    expect(await send(body)).toBe(body)
    expect(await send(body, { 'Content-Length': String(body.length) })).toBe(body)
  }
  const long = '12345678901'
  expect(await send(long)).toBe('too_large')
  expect(await send(long, { 'Content-Length': '11' })).toBe('too_large')
})

it('counts the chunks where a request names a length as well', async () => {
  const headers = { 'Content-Length': '3', 'Transfer-Encoding': 'chunked' }
  expect(await send('12345678901', headers)).toBe('too_large')
})

it('lets a call without a body pass', async () => {
  expect(await (await app.request('/')).text()).toBe('none')
})
