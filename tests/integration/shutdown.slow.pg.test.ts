import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReservedSql } from 'postgres'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect, type Sql } from '#db/client.ts'
import { type EmbeddedServer, openEmbedded } from '#db/embedded.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { CONTRACT_HEADER, USER_HEADER } from '#sync/contract/wire.ts'
import { wireMutation } from '#tests/support/push.ts'
import { soon } from '#tests/support/soon.ts'
import { addressOf, type StartedApp, signIn, startApp } from '#tests/support/started-app.ts'

const PEOPLE = 150

let folder: string
let app: StartedApp
let url: string
let headers: Record<string, string>
let userId: string
let server: EmbeddedServer | undefined
let sql: Sql
/** The position of a device that is up-to-date. */
let shape: Awaited<ReturnType<typeof position>>
/** Holds a lock that pushes need, so that they stay under way until it is released. */
let holder: ReservedSql
beforeEach(async () => {
  server = undefined
  folder = await mkdtemp(join(tmpdir(), 'clinidex-stop-'))
  await chmod(folder, 0o755)
  app = startApp(folder, { DRAIN_SECONDS: '3' })
  url = await addressOf(app)
  headers = await signIn(url, 'monthly@clinidex.test')
  server = await openEmbedded(folder)
  sql = connect(server.url, { max: 2 })
  const [user] = await sql`select id from users where email = 'monthly@clinidex.test'`
  userId = user?.id
  // The position is read before any request is held: the shape server reads these tables as it
  // starts.
  shape = await position()
  holder = await sql.reserve()
  await holder`begin`
  await holder`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`
})
afterEach(async () => {
  if (app.child.exitCode === null) app.child.kill('SIGKILL')
  await app.exited
  await sql?.end({ timeout: 1 })
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const post = (path: string, body: unknown) =>
  fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })

function push(): Promise<Response> {
  const id = crypto.randomUUID()
  const args = { id, name: 'Under way', description: null, candidate_ids: [] }
  const mutations = [wireMutation('lists.create', args)]
  return post('/api/mutations', { version: CONTRACT_VERSION, user_id: userId, mutations })
}

async function exportPeople(): Promise<Response> {
  const people = await sql<{ id: string }[]>`select id from candidates limit ${PEOPLE}`
  return post('/api/export', {
    candidateIds: people.map(({ id }) => id),
    format: 'csv',
    source: 'search',
  })
}

async function position() {
  const named = { [USER_HEADER]: userId, [CONTRACT_HEADER]: String(CONTRACT_VERSION) }
  const first = await soon(async () => {
    const response = await fetch(`${url}/api/shapes/lists?offset=-1`, {
      headers: { ...headers, ...named },
    })
    expect(response.status).toBe(200)
    return response
  })
  await first.text()
  const told = (name: string) => first.headers.get(`electric-${name}`)
  return { name: 'lists', handle: told('handle'), offset: told('offset') }
}

function waitForNews(): Promise<Response> {
  return post('/api/shapes/live', {
    version: CONTRACT_VERSION,
    user_id: userId,
    shapes: [shape],
  })
}

/** Waits until this many requests of the app wait for the lock. */
async function held(count: number): Promise<void> {
  await soon(async () => {
    const locks = await sql`
      select 1 from pg_locks join pg_stat_activity using (pid)
      where not granted and usename = 'clinidex_app'`
    expect(locks).toHaveLength(count)
  })
}

it('lets a push and an export end, answers who only waits, takes nobody new, and exits with 0', async () => {
  await holder`lock table export_logs in access exclusive mode`
  let isAnswered = false
  const waiting = waitForNews().finally(() => {
    isAnswered = true
  })
  const work = [push(), exportPeople()] as const
  await held(2)
  app.child.kill('SIGTERM')
  // Load balancers see it as not ready at once; requests that they still send are answered, and
  // live requests wait.
  await soon(async () => expect((await fetch(`${url}/readyz`)).status).toBe(503))
  const late = await fetch(`${url}/api/specialties/counts/public`)
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close'])
  expect(isAnswered).toBe(false)

  expect((await waiting).status).toBe(204)
  await soon(() => expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed'))
  expect(app.child.exitCode).toBeNull()

  await holder`rollback`
  const [pushed, exported] = await Promise.all(work)
  expect(await pushed.json()).toMatchObject({ results: [{ status: 'applied' }] })
  expect(exported.status).toBe(200)
  // The header, and all but the one whom the account must not contact.
  expect((await exported.text()).trim().split('\n')).toHaveLength(1 + PEOPLE - 1)
  expect(await app.exited).toBe(0)
})

it('cuts what does not end, and exits with 0 within 10 s', async () => {
  const cut = expect(push()).rejects.toThrow('fetch failed')
  await held(1)
  app.child.kill('SIGINT')
  const stoppedAt = performance.now()
  await cut
  expect(await app.exited).toBe(0)
  // Plus the delays of a busy machine.
  expect(performance.now() - stoppedAt).toBeLessThan(20_000)
})

it('a second Ctrl-C means now', async () => {
  const cut = expect(push()).rejects.toThrow('fetch failed')
  await held(1)
  app.child.kill('SIGINT')
  await soon(() => expect(app.output()).toContain('Stopping'))
  app.child.kill('SIGINT')
  // The code of an end that waits for requests is 0.
  expect(await app.exited).toBe(130)
  await cut
})
