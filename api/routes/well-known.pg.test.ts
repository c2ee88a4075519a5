import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#api/app.ts'
import { session } from '#api/middleware/session.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    people: 10,
    env: { OPERATOR_EMAIL: 'desk+holes@clinidex.test', PUBLIC_URL: 'http://localhost:5173' },
  })
})
afterAll(() => app.close())

it('/.well-known/security.txt says whom to write to, and until when that holds', async () => {
  const before = Date.now()
  const response = await app.request('/.well-known/security.txt')
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  const text = await response.text()
  const fields = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(': '))
  expect(text.endsWith('\n')).toBe(true)
  const { Expires = '', ...rest } = Object.fromEntries(fields)
  expect(rest).toEqual({
    Contact: 'mailto:desk%2Bholes@clinidex.test',
    'Preferred-Languages': 'en',
    Canonical: 'http://localhost:5173/.well-known/security.txt',
  })
  expect(Expires).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/)
  // RFC 9116 requires a date in the future, less than a year away.
  const days = (Date.parse(Expires) - before) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})

it('/robots.txt keeps crawlers out of the API alone: noindex is read where they may go', async () => {
  const response = await app.request('/robots.txt')
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toBe('User-agent: *\nDisallow: /api/\n')
})

it('are named after the address people use, and after the one asked where none is given', async () => {
  const { PUBLIC_URL: _, ...env } = app.parts.env
  const asked = createApp({ ...app.parts, env }, session())
  const response = await asked.request('http://127.0.0.1:3000/.well-known/security.txt')
  expect(await response.text()).toContain('Canonical: http://127.0.0.1:3000/.well-known/')
})
