import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { AppEnv } from '#api/context.ts'
import { headResponses } from './head-responses.ts'

let file: ReturnType<typeof createReadStream>
const app = new Hono<AppEnv>()
  .use(headResponses())
  .get('/file', (c) => {
    file = createReadStream(fileURLToPath(import.meta.url))
    return c.body(Readable.toWeb(file) as ReadableStream<Uint8Array>, 200, { 'X-Lines': '9' })
  })
  .get('/none', (c) => c.body(null, 204))

it('HEAD has the headers of GET, and the file that GET would send is closed', async () => {
  const head = await app.request('/file', { method: 'HEAD' })
  expect([head.status, head.headers.get('X-Lines'), await head.text()]).toEqual([200, '9', ''])
  expect(file.destroyed).toBe(true)
  expect((await app.request('/none', { method: 'HEAD' })).status).toBe(204)
})

it('GET sends the file', async () => {
  expect(await (await app.request('/file')).text()).toContain('sends the file')
})
