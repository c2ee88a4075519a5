import { createHash } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { AdminImport } from '#api/contract/admin-imports.ts'
import { csvOf } from '#db/import/import-fixture.ts'
import type { TestApp, TestRequest } from './app.ts'
import { PATIENCE } from './soon.ts'

/** A file of invented people, as an administrator uploads it. */
export const people = (from: number, count: number, title = 'Physician') =>
  csvOf(
    Array.from({ length: count }, (_, i) => ({
      NPI: String(1_700_000_000 + from + i),
      Contactfirstname: 'Ann',
      Contactlastname: `Imported ${from + i}`,
      Contacttitle: title,
      Contactemail: `ann${from + i}@example.com`,
    })),
  )

export const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

/**
 * The calls by which an administrator uploads and runs an import.
 * @param administrator read at each call: a test file opens the app after it has named the calls.
 */
export function importCalls(
  administrator: () => { app: TestApp; cookies: Record<string, string> },
) {
  /** Tests poll faster than a screen: from many networks, to stay below the rate limit. */
  let asked = 0
  const network = () => `10.0.${(asked >> 8) % 256}.${asked++ % 256}`
  const ask = (path: string, options: TestRequest = {}) => {
    const { app, cookies } = administrator()
    return app.request(`/api/admin${path}`, {
      as: 'session',
      network: network(),
      ...options,
      headers: { ...cookies, ...options.headers },
    })
  }
  async function answer<Body = AdminImport>(path: string, options: TestRequest = {}) {
    const response = await ask(path, options)
    return { status: response.status, body: (await response.json()) as Body }
  }
  async function failure(path: string, options: TestRequest = {}) {
    const { status, body } = await answer<{
      error: { code: string; message: string; data: unknown }
    }>(path, options)
    const { code, message, data } = body.error
    return { status, code, message, ...(data !== undefined && { data }) }
  }

  const begin = (content: string, said: object = {}) =>
    answer('/imports', {
      json: {
        ...{ format: 'csv', fileName: 'people.csv', bytes: Buffer.byteLength(content) },
        ...{ sha256: sha256(content), ...said },
      },
    })
  const send = (id: string, offset: number, text: string): [string, TestRequest] => [
    `/imports/${id}/file?offset=${offset}`,
    {
      ...{ method: 'PUT', body: bytesOf(text) },
      headers: { 'Content-Type': 'application/octet-stream' },
    },
  ]
  async function upload(content: string, said: object = {}): Promise<string> {
    const { id } = (await begin(content, said)).body
    expect((await answer(...send(id, 0, content))).status).toBe(200)
    expect((await answer(`/imports/${id}/complete`, { json: {} })).body.state).toBe('ready')
    return id
  }
  const read = async (id: string) => (await answer(`/imports/${id}`)).body
  const over = (id: string) =>
    vi.waitUntil(async () => {
      const now = await read(id)
      return ['checking', 'importing'].includes(now.state) ? undefined : now
    }, PATIENCE)

  return { ask, answer, failure, begin, send, upload, read, over }
}
