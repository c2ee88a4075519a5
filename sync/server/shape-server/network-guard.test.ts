import { expect, test } from 'vitest'
import { guard } from './network-guard.ts'

const answering = async () => new Response('rows')

async function ask(
  { secret, ...query }: { secret?: string; [name: string]: string | undefined },
  { host = '127.0.0.1:3001', origin }: { host?: string; origin?: string } = {},
) {
  const search = new URLSearchParams(query as Record<string, string>)
  const headers = origin ? { origin } : undefined
  const request = new Request(`http://${host}/v1/shape?${search}`, { headers })
  return guard(answering, secret)(request)
}

test('without a secret, programs and pages of this machine are answered', async () => {
  expect((await ask({})).status).toBe(200)
  for (const origin of ['http://localhost:5173', 'http://127.0.0.1', 'http://[::1]:80']) {
    const response = await ask({}, { origin })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  }
})

test('without a secret, pages from elsewhere are refused, and names that only point here', async () => {
  for (const origin of ['https://example.com', 'null', 'http://localhost.example.com']) {
    expect((await ask({}, { origin })).status).toBe(403)
  }
  expect((await ask({}, { host: 'example.com:3001' })).status).toBe(403)
})

test('with a secret, callers who know it are answered, from anywhere', async () => {
  const origin = 'https://example.com'
  const secret = 'known'
  const right = guard(answering, secret)
  const url = 'http://db.example.com/v1/shape'
  const knowing = await right(new Request(`${url}?secret=known`, { headers: { origin } }))
  expect(knowing.status).toBe(200)
  expect(knowing.headers.get('access-control-allow-origin')).toBe(origin)
  expect((await right(new Request(url))).status).toBe(401)
  expect((await right(new Request(`${url}?secret=guess`))).status).toBe(401)
  expect((await right(new Request('http://db.example.com/v1/health'))).status).toBe(200)
})
