import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#tests/support/app.ts'

const output = new PassThrough()
let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0, log: pino({ level: 'trace' }, output) })
})
afterAll(() => app.close())

it('what another app shares past the service worker leads to the screen that says so, unread', async () => {
  const body = new FormData()
  body.set('title', 'Zenobia Featherstonehaugh')
  body.set('file', new File(['First name\nZenobia'], 'people.csv', { type: 'text/csv' }))
  const answer = await fetch(`${app.url}/bring`, { method: 'POST', body, redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/bring?shared=lost'])
  const logged = String(output.read())
  expect(logged).toContain('"route":"/bring"')
  expect(logged).not.toMatch(/Zenobia|people\.csv|First name/)
})
