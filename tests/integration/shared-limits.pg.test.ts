import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherProcess } from '#tests/support/another-process.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'

type Process = Awaited<ReturnType<typeof anotherProcess>>

let app: TestApp
// Two processes of this file's own: other files may have used up the limits of the shared one.
let processes: [Process, Process]
beforeAll(async () => {
  app = await testApp({ people: 5 })
  processes = [await anotherProcess(app), await anotherProcess(app)]
})
afterAll(async () => {
  for (const { close } of processes) await close()
  await app.close()
})

const headers = { 'Content-Type': 'application/json' }

/** Sends requests to two processes in turn, from one network. @returns how many were admitted. */
async function passed(method: string, path: string, times: number): Promise<number> {
  const init = method === 'POST' ? { method, headers, body: '{}' } : { method }
  let count = 0
  for (let i = 0; i < times; i++) {
    const response = await (processes[i % 2] as Process).request(path, init)
    if (response.status !== 429) count += 1
    else expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    await response.body?.cancel()
  }
  return count
}

describe('a network’s limit holds across processes', () => {
  it.each([
    ['/api/contact-messages', 10],
    ['/api/submissions', 10],
    ['/api/removals', 10],
    ['/api/removals/confirm', 30],
    ['/api/submissions/confirm', 30],
    ['/api/watch-mails/off', 30],
    ['/api/search-errors', 30],
    ['/api/auth/sign-out', 100],
  ])('for what visitors send: %s', async (path, limit) => {
    expect(await passed('POST', path, limit + 6)).toBe(limit)
  })

  it.each([
    ['GET', `/api/candidates/${KNOWN_PEOPLE[0]?.id}`, 240, 8],
    ['GET', '/api/specialties/counts/public', 300, 10],
    ['POST', '/api/search/preview', 120, 4],
    ['POST', '/api/team-invites/read', 60, 5],
  ])('for what they read, at a write for many: %s %s', async (method, path, limit, batch) => {
    const written = async () => {
      const [row] = await app.sql`select coalesce(sum(points), 0)::int as sum from rate_limits`
      return Number(row?.sum)
    }
    const before = await written()
    await passed(method, path, 2 * batch)
    expect((await written()) - before).toBe(2 * batch)
    // Both have used up what they took: who asks them in turn gets the whole limit, and no more.
    expect(2 * batch + (await passed(method, path, limit))).toBe(limit)
  })

  it('what one process took and did not use, no other admits', async () => {
    const [one, other] = processes
    const init = { method: 'POST', headers, body: '{}' }
    expect((await one.request('/api/search/suggest', init)).status).toBe(400)
    let admitted = 0
    while ((await other.request('/api/search/suggest', init)).status !== 429) admitted += 1
    expect(admitted).toBe(600 - 20)
  })
})
