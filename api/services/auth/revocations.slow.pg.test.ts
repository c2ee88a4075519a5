import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '#api/log.ts'
import { connect } from '#db/client.ts'
import type { TeamRole } from '#db/schema/teams.ts'
import { testDatabase } from '#tests/support/database.ts'
import { PATIENCE, soon } from '#tests/support/soon.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'
import { openRevocations, type Revocations } from './revocations.ts'
import type { Membership } from './session.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let revocations: Revocations
beforeEach(async () => {
  database = await testDatabase()
  revocations = await openRevocations({ sql: database.sql, log: createLog('silent') })
})
afterEach(async () => {
  await revocations.close()
  await database.close()
})

/**
 * Creates an account with this many sessions.
 * @returns their ids
 */
async function sessionsOf(userId: string, count = 1): Promise<string[]> {
  const { sql } = database
  await sql`
    insert into users (id, name, email, email_verified)
    values (${userId}, ${userId}, ${`${userId}@clinidex.test`}, true)`
  const rows = await sql<{ id: string }[]>`
    insert into sessions (id, user_id, token, expires_at, updated_at)
    select gen_random_uuid(), ${userId}, gen_random_uuid(), now() + interval '1 day', now()
    from generate_series(1, ${count}) returning id`
  return rows.map((row) => row.id)
}

it('tells every watcher of a session that it ended, and nobody else', async () => {
  const [ended = '', other = ''] = await sessionsOf('somebody', 2)
  const [first, second, stopped, others] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  revocations.onRevoked(ended, first)
  revocations.onRevoked(ended, second)
  revocations.onRevoked(ended, stopped)()
  revocations.onRevoked(other, others)
  await database.sql`delete from sessions where id = ${ended}`
  await soon(() => expect(second).toHaveBeenCalled())
  expect(first).toHaveBeenCalledTimes(1)
  expect(stopped).not.toHaveBeenCalled()
  expect(others).not.toHaveBeenCalled()
})

it('one of two watchers with the same function may stop without the other', async () => {
  const [id = ''] = await sessionsOf('somebody')
  const callback = vi.fn()
  const stop = revocations.onRevoked(id, callback)
  revocations.onRevoked(id, callback)
  stop()
  await database.sql`delete from sessions where id = ${id}`
  await soon(() => expect(callback).toHaveBeenCalledTimes(1))
})

it('the end of an account ends all its sessions', async () => {
  const ids = await sessionsOf('leaver', 3)
  const callback = vi.fn()
  for (const id of ids) revocations.onRevoked(id, callback)
  await database.sql`delete from users where id = 'leaver'`
  await soon(() => expect(callback).toHaveBeenCalledTimes(3))
})

it('a session that ended just before it was watched is told of all the same', async () => {
  const [id = '', other = ''] = await sessionsOf('quick', 2)
  await database.sql`delete from sessions where id = ${id}`
  // By then the notification has arrived.
  const later = vi.fn()
  revocations.onRevoked(other, later)
  await database.sql`delete from sessions where id = ${other}`
  await soon(() => expect(later).toHaveBeenCalled())
  const callback = vi.fn()
  revocations.onRevoked(id, callback)
  await soon(() => expect(callback).toHaveBeenCalled())
})

it('a session that runs out is told of', async () => {
  const [id = ''] = await sessionsOf('late')
  const callback = vi.fn()
  revocations.onRevoked(id, callback)
  await database.sql`update sessions set expires_at = now() where id = ${id}`
  await soon(() => expect(callback).toHaveBeenCalled())
})

it('what ended while the connection was lost is told of once it is back, and what follows too', async () => {
  const [during = '', after = ''] = await sessionsOf('unlucky', 2)
  const [lost, later] = [vi.fn(), vi.fn()]
  revocations.onRevoked(during, lost)
  revocations.onRevoked(after, later)
  await whileUnheard(() => database.sql`delete from sessions where id = ${during}`)
  await soon(() => expect(lost).toHaveBeenCalled())
  await vi.waitUntil(isListening, PATIENCE)
  await database.sql`delete from sessions where id = ${after}`
  await soon(() => expect(later).toHaveBeenCalled())
})

describe('of a team', () => {
  let team: string
  const watched = (id: string, role: TeamRole) => {
    const callback = vi.fn()
    const account = {
      user: { id },
      memberships: [{ teamId: team, name: 'A desk', role, hasSeat: true, plan: null }],
    }
    return { callback, stop: revocations.onTeamsChanged(account, callback) }
  }
  const end = (id: string) =>
    database.sql`update team_members set ended_at = now() where user_id = ${id}`
  const noNotices = () =>
    database.sql`alter table team_members disable trigger team_members_changed`
  const notices = () => database.sql`alter table team_members enable trigger team_members_changed`
  beforeEach(async () => {
    for (const id of ['owner', 'ana', 'ben']) await sessionsOf(id)
    // Notifications about joining members could reach later watchers.
    await noNotices()
    team = await teamOf(database.sql, { id: 'owner' })
    for (const id of ['ana', 'ben']) await memberIn(database.sql, team, { id }, 'recruiter')
    await notices()
  })

  it('a member who is removed, or has another role, is told of, and nobody else', async () => {
    const [ana, stopped, ben] = [
      watched('ana', 'recruiter'),
      watched('ana', 'recruiter'),
      watched('ben', 'recruiter'),
    ]
    stopped.stop()
    await end('ana')
    await soon(() => expect(ana.callback).toHaveBeenCalled())
    expect(stopped.callback).not.toHaveBeenCalled()
    expect(ben.callback).not.toHaveBeenCalled()
    await database.sql`update team_members set role = 'viewer' where user_id = 'ben'`
    await soon(() => expect(ben.callback).toHaveBeenCalled())
  })

  it('so is one whose notice was lost, and nobody else', async () => {
    await noNotices()
    const [ana, ben] = [watched('ana', 'recruiter'), watched('ben', 'recruiter')]
    await end('ana')
    await soon(() => expect(ana.callback).toHaveBeenCalled())
    expect(ben.callback).not.toHaveBeenCalled()
    await database.sql`update team_members set role = 'viewer' where user_id = 'ben'`
    await soon(() => expect(ben.callback).toHaveBeenCalled())
  })

  it('so is one who was removed just before the watch began', async () => {
    await end('ana')
    const { callback } = watched('ana', 'recruiter')
    await soon(() => expect(callback).toHaveBeenCalled())
  })

  it('so is one whose team is another than before, and not one of several teams', async () => {
    await noNotices()
    const second = await teamOf(database.sql, { id: 'ben' })
    const memberships: Membership[] = [
      { teamId: team, name: 'A desk', role: 'recruiter', hasSeat: true, plan: null },
      { teamId: second, name: 'A desk', role: 'owner', hasSeat: true, plan: null },
    ]
    const same = [vi.fn(), vi.fn()]
    for (const [index, callback] of same.entries()) {
      const inOrder = index === 0 ? memberships : memberships.toReversed()
      revocations.onTeamsChanged({ user: { id: 'ben' }, memberships: inOrder }, callback)
    }
    const other = watched('ben', 'recruiter')
    await soon(() => expect(other.callback).toHaveBeenCalled())
    for (const callback of same) expect(callback).not.toHaveBeenCalled()
  })

  it('so is one who was removed while the connection was lost, and the next one', async () => {
    const [ana, ben] = [watched('ana', 'recruiter'), watched('ben', 'recruiter')]
    await whileUnheard(() => end('ana'))
    await soon(() => expect(ana.callback).toHaveBeenCalled())
    expect(ben.callback).not.toHaveBeenCalled()
    await vi.waitUntil(isListening, PATIENCE)
    await end('ben')
    await soon(() => expect(ben.callback).toHaveBeenCalled())
  })
})

/** Ends the connection that listens, and lets no new one in before `act` is done. */
async function whileUnheard(act: () => Promise<unknown>): Promise<void> {
  const admin = connect(new URL('/postgres', database.url).href, { max: 1 })
  const name = admin(new URL(database.url).pathname.slice(1))
  await admin`alter database ${name} allow_connections false`
  await database.sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`
  await act()
  await admin`alter database ${name} allow_connections true`
  await admin.end()
}

async function isListening(): Promise<boolean> {
  const rows = await database.sql`
    select 1 from pg_stat_activity
    where datname = current_database() and state = 'idle' and query ilike 'listen%'`
  return rows.length > 0
}
