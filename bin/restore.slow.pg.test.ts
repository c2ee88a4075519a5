import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keyFingerprints } from '#api/backup-keys.ts'
import { readEnv } from '#api/env.ts'
import { writeBackup } from '#db/backup/write-backup.ts'
import { connect } from '#db/client.ts'
import { openJournal } from '#db/removal-journal.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { run } from './restore.ts'

let source: TestDatabase
let target: TestDatabase
let dir: string
beforeEach(async () => {
  source = await testDatabase()
  target = await testDatabase()
  dir = await mkdtemp(join(tmpdir(), 'clinidex-restore-'))
  vi.stubEnv('DATA_DIR', dir)
  vi.stubEnv('DATABASE_URL', target.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await source.close()
  await target.close()
  await rm(dir, { recursive: true })
})

/** Writes a backup of `source`. */
async function backedUp(): Promise<string> {
  const folder = join(dir, 'backup')
  const keys = await keyFingerprints(readEnv(process.env))
  await writeBackup(source.sql, { folder, assets: undefined, keys })
  return folder
}

/**
 * Runs the command.
 * @returns its output
 */
async function restored(args: string[]): Promise<string[]> {
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line))
  await run(args)
  return said
}

it('ends the sessions and invitations that the backup has, with what leads into an account, and says what is as it was', async () => {
  await source.sql`
    insert into users (id, name, email, email_verified) values
      ('ana', 'Ana', 'ana@agency.test', true), ('bea', 'Bea', 'bea@agency.test', true)`
  await source.sql`
    insert into sessions (id, user_id, token, expires_at, updated_at)
    select n, 'ana', 'token ' || n, now() + interval '7 days', now() from generate_series(1, 2) n`
  await source.sql`
    insert into push_subscriptions (endpoint, user_id, session_id, p256dh, auth)
    values ('https://fcm.googleapis.com/a', 'ana', '1', 'key', 'secret')`
  await source.sql`
    insert into auth_verifications (id, identifier, value, expires_at)
    values ('reset', 'reset-password:x', 'ana', now() + interval '1 hour')`
  await source.sql`
    insert into support_codes (user_id, code, sync_report, expires_at)
    values ('ana', '123456', '{}', now() + interval '1 hour')`
  await source.sql`
    insert into removal_requests (email, token_hash, expires_at)
    values ('ray@example.com', sha256('ray'), now() + interval '7 days')`
  await source.sql.begin(async (tx) => {
    await tx`insert into teams (id, name) values ('desk', 'Desk')`
    await tx`
      insert into team_members (team_id, user_id, role, display_name)
      values ('desk', 'ana', 'owner', 'Ana')`
  })
  await source.sql`
    insert into team_invites (team_id, email, role, token_hash, invited_by, expires_at)
    select 'desk', 'bea@agency.test', 'viewer', sha256('bea'), id, now() + interval '7 days'
    from team_members`
  expect((await restored([await backedUp(), '--without-journal'])).slice(1)).toEqual([
    '0 people who were removed since are not there.',
    '0 accounts that were deleted since are not there.',
    '2 sessions were ended, and links to set a password do not work any more.',
    '1 open invitations were revoked: teams have to send them again.',
    'Passwords, second factors, bans and roles in teams are those of the backup: what was changed since has to be changed again.',
  ])
  const sql = connect(target.url, { max: 1 })
  try {
    const [left] = await sql`
      select (select count(*) from users)::integer as users,
        (select count(*) from sessions)::integer as sessions,
        (select count(*) from push_subscriptions)::integer as pushes,
        (select count(*) from auth_verifications)::integer as verifications,
        (select count(*) from support_codes)::integer as codes,
        (select count(*) from removal_requests)::integer as removals,
        (select count(*) from team_invites where revoked_at is null)::integer as invitations`
    expect(left).toEqual({
      ...{ users: 2, sessions: 0, pushes: 0, verifications: 0, codes: 0 },
      ...{ removals: 1, invitations: 0 },
    })
  } finally {
    await sql.end()
  }
})

it('believes no journal that was begun after the backup, as the app begins one on a disk that was lost', async () => {
  const [before, after] = [join(dir, 'before.journal'), join(dir, 'removals.journal')]
  await openJournal(before)
  const folder = await backedUp()
  await openJournal(after)
  const refused = vi.spyOn(console, 'error').mockReturnValue()
  expect(await restored([folder])).toEqual([])
  expect(process.exitCode).toBe(1)
  process.exitCode = undefined
  expect(refused).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(
      /^The journal of removals was begun at 20.+Z, after the backup of 20.+Z: people who were removed in between would come back, and accounts that were deleted\. Name the journal before it, too, by --journal, or say --without-journal\.$/,
    ),
  )
  expect(await restored([folder, '--journal', after, '--journal', before])).toHaveLength(6)
  expect(
    await restored([folder, '--replace', '--journal', after, '--without-journal']),
  ).toHaveLength(6)
})
