import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateSignedCookie } from 'hono/cookie'
import { forkScript } from '#api/services/fork-script.ts'
import { replayRemovals } from '#api/services/intake/removals.ts'
import type { Sql } from '#db/client.ts'
import { freePort } from '#db/free-port.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { EMAIL_TEMPLATES_MAX } from '#db/schema/email-templates.ts'
import type { InvitedRole } from '#db/schema/teams.ts'
import { BRAND } from '#sync/contract/brand.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'
import { CONTACT, FILLER, MET_PEOPLE } from './act.ts'

/** Few, so that devices edit the same people. */
const PEOPLE = 60

const SECRET = 'a secret of the test world, long enough to sign with'

/** The authentication library's name for it where the address is not https. */
const SESSION_COOKIE = `${BRAND.toLowerCase()}.session_token`

const START_MAX_MS = 120_000

const SUPPRESSION_KEY = Buffer.alloc(32, 1)

/** The number of marked texts in a team's saved searches, a fifth of them in each row. */
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
  /** Makes the recruiter a member again. */
  takeMemberBack(): Promise<void>
  /** Changes the role of the recruiter. */
  changeRole(role: InvitedRole): Promise<void>
}

/** The server as devices know it: the whole application in a process that may be killed. */
export interface World {
  sql: Sql
  people: string[]
  port(): number
  /** A new person in the directory. */
  newPerson(): Promise<string>
  /** Removes a person from the directory. */
  removePerson(id: string): Promise<void>
  /** Changes some people in the directory, as an import does. */
  import(title: string): Promise<void>
  /** A new subscriber, who has revealed these people beside the first ones. */
  newUser(revealed?: readonly string[]): Promise<string>
  /** A new team of two new subscribers. */
  newTeam(revealed?: readonly string[]): Promise<WorldTeam>
  /** Ends the plan of an account or a team, or renews it. */
  setPlan(ownerId: string, isLive: boolean): Promise<void>
  /** Gives an owner as many templates as there may be, or takes those away again. */
  setQuotaReached(ownerId: string, isReached: boolean): Promise<void>
  /** A new session of the user, as a cookie. */
  signIn(userId: string): Promise<string>
  /** Ends every session of the user. */
  signOut(userId: string): Promise<void>
  /** Kills the server by SIGKILL; another process replaces it at once, or when `away` resolves. */
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

  async function newUser(revealed: readonly string[] = []): Promise<string> {
    const id = crypto.randomUUID()
    await sql`
      insert into users (id, name, email, email_verified)
      values (${id}, 'A recruiter', ${`${id}@example.org`}, true)`
    await sql`insert into entitlements (user_id, tier, status) values (${id}, 'premium', 'active')`
    const met = [...people.slice(0, MET_PEOPLE).map((person) => person.id), ...revealed]
    await sql`insert into reveals (owner_id, candidate_id) select ${id}, unnest(${met}::uuid[])`
    return id
  }

  return {
    sql,
    dir,
    people: people.map(({ id }) => id),
    port: () => port,
    async newPerson() {
      const [person] = await sql<{ id: string }[]>`
        insert into candidates (first_name, last_name, title, source)
        values ('Leaving', 'Soon', 'Nurse', 'csv') returning id`
      if (!person) throw new Error('The person was not added.')
      await addContacts(sql, [person.id])
      return person.id
    },
    async removePerson(id) {
      const removal = { at: new Date().toISOString(), people: [id], hashes: [] }
      await replayRemovals(sql, SUPPRESSION_KEY, [removal])
    },
    async import(title) {
      const met = people.slice(0, MET_PEOPLE).map(({ id }) => id)
      await sql`update candidates set title = ${title} where id = any(${met})`
    },
    newUser,
    async setPlan(ownerId, isLive) {
      const endedAt = isLive ? null : new Date()
      await sql`update teams set lapsed_at = ${endedAt} where id = ${ownerId}`
      const status = isLive ? 'active' : 'canceled'
      await sql`update entitlements set status = ${status} where owner_id = ${ownerId}`
    },
    async setQuotaReached(ownerId, isReached) {
      if (isReached)
        await sql`
        insert into email_templates
          (owner_id, id, name, subject, body, tone, length, position_type, created_at, updated_at)
        select ${ownerId}, gen_random_uuid(), ${FILLER}, '', '', 'friendly', 'short', 'full-time', now(), now()
        from generate_series(1, ${EMAIL_TEMPLATES_MAX} - (
          select count(*) from email_templates where owner_id = ${ownerId}))`
      else await sql`delete from email_templates where owner_id = ${ownerId} and name = ${FILLER}`
    },
    async newTeam(revealed) {
      const [owner, recruiter] = [await newUser(revealed), await newUser(revealed)]
      const id = await teamOf(sql, { id: owner })
      const join = () => memberIn(sql, id, { id: recruiter }, 'recruiter')
      let membership = await join()
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
        async takeMemberBack() {
          membership = await join()
        },
        async changeRole(role) {
          await sql`update team_members set role = ${role} where id = ${membership}`
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
      // Callers that await it receive the failure; there may be none yet.
      up.catch(() => undefined)
    },
    isUp: () => up,
    async close() {
      // A server that failed to start, or died, emits no other exit.
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
  const people = await sql<{ id: string }[]>`
    select id from candidates order by ordinal limit ${PEOPLE}`
  await addContacts(
    sql,
    people.slice(0, MET_PEOPLE).map(({ id }) => id),
  )
  return people
}

/** Each of these people gets the contact that is reported. */
async function addContacts(sql: Sql, people: string[]): Promise<void> {
  await sql`
    insert into candidate_contacts (candidate_id, kind, value, source, value_id)
    select unnest(${people}::uuid[]), ${CONTACT.kind}, '806-555-0100', 'csv', ${CONTACT.value_id}
    on conflict (candidate_id, kind) do update set value_id = excluded.value_id`
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
