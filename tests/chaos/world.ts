import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateSignedCookie } from 'hono/cookie'
import { forkScript } from '#api/services/fork-script.ts'
import type { Sql } from '#db/client.ts'
import { freePort } from '#db/free-port.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { BRAND } from '#sync/contract/brand.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'
import { CONTACT, MET_PEOPLE } from './act.ts'

/** Few, so that devices edit the same people. */
const PEOPLE = 60

const SECRET = 'a secret of the test world, long enough to sign with'

/** The authentication library's name for it where the address is not https. */
const SESSION_COOKIE = `${BRAND.toLowerCase()}.session_token`

const START_MAX_MS = 120_000

/** In a team's rows, a fifth of them in each. */
const MARKERS = 100

/** A team of two. */
export interface WorldTeam {
  id: string
  /** Its owner and a recruiter. */
  users: [owner: string, recruiter: string]
  /** A hundred texts that its rows hold. */
  markers: string[]
  /** Ends the recruiter's membership. */
  removeMember(): Promise<void>
}

/** The server as devices know it: the whole application in a process that may be killed. */
export interface World {
  sql: Sql
  people: string[]
  port(): number
  /** A new subscriber. */
  newUser(): Promise<string>
  /** A new team of two new subscribers. */
  newTeam(): Promise<WorldTeam>
  /** A new session of the user, as a cookie. */
  signIn(userId: string): Promise<string>
  /** Ends every session of the user. */
  signOut(userId: string): Promise<void>
  /** By SIGKILL; another process replaces it at once, or when `away` resolves. */
  killServer(away?: Promise<void>): Promise<void>
  /** Resolves when the server answers. */
  isUp(): Promise<void>
  /** A folder of its own. */
  dir: string
  close(): Promise<void>
}

/**
 * @param sql connection to a migrated database, at `databaseUrl`. With ELECTRIC_URL in the environment
 * it is the one that this Electric follows.
 */
export async function openWorld(sql: Sql, databaseUrl: string): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), 'clinidex-world-'))
  const people = await peopleOf(sql)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dir, 'server'),
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    AUTH_SECRET: SECRET,
    LOG_LEVEL: process.env.WORLD_LOG_LEVEL ?? 'silent',
    SEED_PEOPLE: '0',
  }
  const start = () => forkScript(new URL('../bench/server-script.ts', import.meta.url), { env })
  let server = start()
  let up = untilReady(url, server)
  await up

  async function newUser(): Promise<string> {
    const id = crypto.randomUUID()
    await sql`
      insert into users (id, name, email, email_verified)
      values (${id}, 'A recruiter', ${`${id}@example.org`}, true)`
    await sql`insert into entitlements (user_id, tier, status) values (${id}, 'premium', 'active')`
    const met = people.slice(0, MET_PEOPLE).map((person) => person.id)
    await sql`insert into reveals (owner_id, candidate_id) select ${id}, unnest(${met}::uuid[])`
    return id
  }

  return {
    sql,
    dir,
    people: people.map(({ id }) => id),
    port: () => port,
    newUser,
    async newTeam() {
      const [owner, recruiter] = [await newUser(), await newUser()]
      const id = await teamOf(sql, { id: owner })
      const membership = await memberIn(sql, id, { id: recruiter }, 'recruiter')
      const run = `marker-${id}`
      const markers = Array.from({ length: MARKERS }, (_, index) => `${run}-${index}-end`)
      for (let first = 0; first < MARKERS; first += MARKERS / 5) {
        const search = { query: markers.slice(first, first + MARKERS / 5) }
        await sql`
          insert into saved_searches (owner_id, id, name, search_params, created_at, updated_at)
          values (${id}, gen_random_uuid(), 'Shared', ${sql.json(search)}, now(), now())`
      }
      return {
        id,
        users: [owner, recruiter],
        markers,
        async removeMember() {
          await sql`update team_members set ended_at = now() where id = ${membership}`
        },
      }
    },
    async signIn(userId) {
      const token = crypto.randomUUID()
      await sql`
        insert into sessions (id, user_id, token, expires_at, updated_at)
        values (${crypto.randomUUID()}, ${userId}, ${token}, now() + interval '1 day', now())`
      const cookie = await generateSignedCookie(SESSION_COOKIE, token, SECRET)
      return cookie.split(';')[0] ?? ''
    },
    async signOut(userId) {
      await sql`delete from sessions where user_id = ${userId}`
    },
    async killServer(away) {
      const exited = once(server, 'exit')
      server.kill('SIGKILL')
      await exited
      up = (async () => {
        await away
        server = start()
        await untilReady(url, server)
      })()
      // Those who await it get the failure; there may be none yet.
      up.catch(() => undefined)
    },
    isUp: () => up,
    async close() {
      // One that failed to start, or died, emits no other exit.
      if (server.exitCode === null && server.signalCode === null) {
        const exited = once(server, 'exit')
        server.kill('SIGTERM')
        await exited
      }
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** The first people of the directory, which is generated where it is empty; some with a known contact. */
async function peopleOf(sql: Sql): Promise<{ id: string }[]> {
  const [anyone] = await sql`select 1 from candidates limit 1`
  if (!anyone) await seedDirectory(sql, { people: PEOPLE, seed: 7 })
  await sql`
    insert into candidate_contacts (candidate_id, kind, value, source, value_id)
    select id, ${CONTACT.kind}, '806-555-0100', 'csv', ${CONTACT.value_id}
    from (select id from candidates order by ordinal limit ${MET_PEOPLE}) met
    on conflict (candidate_id, kind) do update set value_id = excluded.value_id`
  return sql<{ id: string }[]>`select id from candidates order by ordinal limit ${PEOPLE}`
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_MAX_MS
  for (;;) {
    const isReady = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`)
    if (Date.now() > deadline) throw new Error('The server does not come up.')
    await sleep(50)
  }
}
