import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Sql } from '#db/client.ts'
import { type EmbeddedServer, openEmbedded } from '#db/embedded.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { CONTRACT_HEADER, type PushResponse, USER_HEADER } from '#sync/contract/wire.ts'
import { wireMutation } from '#tests/support/push.ts'
import { soon } from '#tests/support/soon.ts'
import {
  addressOf,
  databasePid,
  killDatabase,
  type StartedApp,
  signIn,
  startApp,
} from '#tests/support/started-app.ts'

const PUSHERS = 6

let folder: string
let app: StartedApp
let url: string
let headers: Record<string, string>
let userId: string
/** A second process attached to the same server. */
let server: EmbeddedServer
let sql: Sql
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clinidex-lost-'))
  await chmod(folder, 0o755)
  app = startApp(folder)
  url = await addressOf(app)
  headers = await signIn(url, 'monthly@clinidex.test')
  server = await openEmbedded(folder)
  sql = connect(server.url, { max: 2 })
  const [user] = await sql`select id from users where email = 'monthly@clinidex.test'`
  userId = user?.id
})
afterAll(async () => {
  await sql?.end({ timeout: 1 })
  app.child.kill('SIGTERM')
  const code = await app.exited
  await server?.close()
  await rm(folder, { recursive: true, force: true })
  expect(code).toBe(0)
})

/** Creates lists from several devices at once, each pushed until it is answered. */
function pushing() {
  const acknowledged: string[] = []
  let isOver = false
  const device = async () => {
    while (!isOver) {
      const id = crypto.randomUUID()
      const mutation = wireMutation('lists.create', {
        id,
        name: id,
        description: null,
        candidate_ids: [],
      })
      while (!(await isAnswered(mutation)) && !isOver) await sleep(20)
    }
  }
  const isAnswered = async (mutation: ReturnType<typeof wireMutation>) => {
    const json = { version: CONTRACT_VERSION, user_id: userId, mutations: [mutation] }
    const body = JSON.stringify(json)
    const response = await fetch(`${url}/api/mutations`, { method: 'POST', headers, body })
    if (response.status !== 200) {
      // A device retries after these; any other status would cost it the mutation.
      expect([503, 429]).toContain(response.status)
      await response.body?.cancel()
      return false
    }
    const { results } = (await response.json()) as PushResponse
    expect(results).toMatchObject([{ status: 'applied' }])
    acknowledged.push((mutation.args as { id: string }).id)
    return true
  }
  const devices = Promise.all(Array.from({ length: PUSHERS }, device))
  return {
    acknowledged,
    async end() {
      isOver = true
      await devices
    },
  }
}

/** Waits until more pushes are acknowledged than at the call. */
async function goesOn(acknowledged: string[]): Promise<void> {
  const before = acknowledged.length
  await soon(() => expect(acknowledged.length).toBeGreaterThan(before))
}

async function expectKept(acknowledged: string[]): Promise<void> {
  const rows = await sql<{ id: string }[]>`select id from lists where owner_id = ${userId}`
  const kept = new Set(rows.map(({ id }) => id))
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  expect(app.child.exitCode).toBeNull()
}

describe('pushes go on, and what was acknowledged is kept', () => {
  it('while every connection of the app is terminated, 40 times', async () => {
    const pushes = pushing()
    await goesOn(pushes.acknowledged)
    for (let round = 0; round < 40; round++) {
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity where usename = 'clinidex_app'`
      // From the middle of a new connection's start to long after it.
      await sleep(round * 4)
    }
    await goesOn(pushes.acknowledged)
    await pushes.end()
    await expectKept(pushes.acknowledged)
  })

  it('while the server is killed three times, with sync, search and sign-in after it', async () => {
    const pushes = pushing()
    for (let kill = 0; kill < 3; kill++) {
      await goesOn(pushes.acknowledged)
      const killed = await killDatabase(folder)
      // Its child processes still answer connected clients for a moment.
      await soon(async () => expect(await databasePid(folder)).not.toBe(killed))
      await soon(() => sql`select 1`)
    }
    await goesOn(pushes.acknowledged)
    await pushes.end()
    await expectKept(pushes.acknowledged)

    await soon(async () => {
      const ready = await fetch(`${url}/readyz`)
      expect(await ready.json()).toEqual({ status: 'ready', sync: 'ready' })
    })
    const shape = { [USER_HEADER]: userId, [CONTRACT_HEADER]: String(CONTRACT_VERSION) }
    await soon(async () => {
      const rows = await fetch(`${url}/api/shapes/lists?offset=-1`, {
        headers: { ...headers, ...shape },
      })
      const text = await rows.text()
      expect(pushes.acknowledged.filter((id) => !text.includes(id))).toEqual([])
    })

    const count = async () => {
      const options = { method: 'POST', headers, body: '{}' }
      const response = await fetch(`${url}/api/search`, options)
      return ((await response.json()) as { count: number }).count
    }
    expect(await count()).toBe(200)
    await sql`delete from candidates where id = (select id from candidates limit 1)`
    await soon(async () => expect(await count()).toBe(199))

    const again = await signIn(url, 'monthly@clinidex.test')
    expect(again.Cookie).not.toBe('')
  })
})
