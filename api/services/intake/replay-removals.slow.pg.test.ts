import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replayDeletions } from '#api/services/accounts/account.ts'
import { readBackup } from '#db/backup/manifest.ts'
import { restoreBackup } from '#db/backup/restore-backup.ts'
import { writeBackup } from '#db/backup/write-backup.ts'
import { connect } from '#db/client.ts'
import { appendRemovals, readJournal } from '#db/removal-journal.ts'
import { isRemoved } from '#db/suppression.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { PASSWORD, signedUp } from '#tests/support/cookie-jar.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'
import { confirmRemoval, finishRemovals, replayRemovals, requestRemoval } from './removals.ts'

let app: TestApp
let target: TestDatabase
beforeEach(async () => {
  app = await testApp({ people: 10 })
  target = await testDatabase()
})
afterEach(async () => {
  await app.close()
  await target.close()
})

async function person(email: string, npi: string): Promise<string> {
  const [row] = await app.sql<{ id: string }[]>`
    insert into candidates (first_name, npi, source) values ('Gone', ${npi}, 'csv') returning id`
  const id = row?.id ?? ''
  await app.sql`
    insert into candidate_contacts (candidate_id, kind, value, source)
    values (${id}, 'personal_email', ${email}, 'csv')`
  return id
}

async function remove(email: string): Promise<void> {
  const token = await requestRemoval(app.sql, email)
  await confirmRemoval(app.parts, token ?? '', 'test')
}

const entries = async () => (await readJournal(app.parts.removalJournal)).entries
const waiting = async () => (await app.sql`select from removal_outbox`).length

it('a person who was removed after the backup is not there once it is restored, and is known as removed', async () => {
  const email = `gone.${randomUUID()}@example.com`
  const id = await person(email, '1000000012')
  // A resume with an address under which nobody is listed.
  const sent = `sent.${randomUUID()}@example.com`
  await app.sql`
    insert into candidate_submissions (first_name, last_name, title, organization, specialty,
      personal_email, phone, city, state, country, linkedin_url)
    values ('Sent', 'In', 'RN', 'Clinic', 'Nursing', ${sent}, '555-555-0100', 'Reno', 'NV',
      'United States', '')`
  // The same person as an earlier import would have listed them, under another id.
  const folder = join(app.parts.env.DATA_DIR, 'backup')
  await writeBackup(app.sql, { folder, assets: undefined, keys: {} })
  await app.sql`delete from candidates where id = ${id}`
  await person(email, '1000000012')
  await remove(email)
  await remove(sent)
  const found = await entries()
  const key = app.parts.suppressionKey
  const removed: number[] = []
  await restoreBackup({
    backup: await readBackup(folder, {}),
    url: target.url,
    isReplacing: false,
    finish: async (sql) => {
      expect(await sql`select from candidates where id = ${id}`).toHaveLength(1)
      removed.push(await replayRemovals(sql, key, found))
      removed.push(await replayRemovals(sql, key, found))
    },
  })
  expect(removed).toEqual([1, 0])
  const sql = connect(target.url, { max: 1 })
  try {
    expect(await sql`select from candidates where first_name = 'Gone'`).toHaveLength(0)
    expect(await sql`select from candidate_contacts where value = ${email}`).toHaveLength(0)
    expect(await sql`select from candidate_submissions`).toHaveLength(0)
    expect(await isRemoved(sql, key, { emails: [email] })).toBe(true)
    expect(await isRemoved(sql, key, { npi: '1000000012' })).toBe(true)
  } finally {
    await sql.end()
  }
})

it('an account that was deleted after the backup is not there once it is restored', async () => {
  const email = 'leaving@hospital.test'
  const ask = await signedUp(app, email, '198.51.100.61')
  const [{ id } = { id: '' }] = await app.sql<{ id: string }[]>`
    select id from users where email = ${email}`
  const team = await teamOf(app.sql, { id })
  await memberIn(app.sql, team, { id: 'subscriber' }, 'recruiter')
  await app.sql`
    insert into lists (id, owner_id, name, created_at, updated_at)
    values (gen_random_uuid(), ${id}, 'Mine', now(), now())`
  const folder = join(app.parts.env.DATA_DIR, 'backup')
  await writeBackup(app.sql, { folder, assets: undefined, keys: {} })
  const left = await ask('/api/account', { method: 'DELETE', json: { password: PASSWORD } })
  expect(left.status).toBe(204)
  const removed = await app.request('/api/admin/users/free', {
    method: 'DELETE',
    as: 'session',
    headers: await app.asUser('admin@clinidex.test'),
  })
  expect(removed.status).toBe(204)
  const found = await entries()
  expect(found).toEqual(
    [id, 'free'].map((account) => ({
      at: expect.any(String),
      people: [],
      hashes: [],
      accounts: [account],
    })),
  )
  expect(await readFile(app.parts.removalJournal, 'utf8')).not.toContain(email)
  const deleted: number[] = []
  await restoreBackup({
    backup: await readBackup(folder, {}),
    url: target.url,
    isReplacing: false,
    finish: async (sql) => {
      expect(await sql`select from users where id in (${id}, 'free')`).toHaveLength(2)
      deleted.push(await replayDeletions(sql, found))
      deleted.push(await replayDeletions(sql, found))
    },
  })
  expect(deleted).toEqual([2, 0])
  const sql = connect(target.url, { max: 1 })
  try {
    expect(await sql`select from users where id in (${id}, 'free')`).toHaveLength(0)
    expect(await sql`select from lists where name = 'Mine'`).toHaveLength(0)
    expect(
      await sql`select user_id, role from team_members where team_id = ${team} order by ended_at`,
    ).toEqual([
      { user_id: null, role: 'owner' },
      { user_id: 'subscriber', role: 'owner' },
    ])
  } finally {
    await sql.end()
  }
})

it('the journal has a removal before its answer: ids and hashes, no address', async () => {
  const email = `gone.${randomUUID()}@example.com`
  const id = await person(email, '1000000013')
  await remove(email)
  const [entry] = await entries()
  expect(entry?.people).toEqual([id])
  expect(entry?.hashes.map(({ kind }) => kind).sort()).toEqual(['email', 'npi'])
  const text = await readFile(app.parts.removalJournal, 'utf8')
  expect(text).not.toContain(email)
  expect(text).not.toContain('1000000013')
  expect((await stat(app.parts.removalJournal)).mode & 0o077).toBe(0)
  expect(await waiting()).toBe(0)
})

it('a removal whose journal cannot be written is done, and appended by the hourly job', async () => {
  const path = app.parts.removalJournal
  await rm(path)
  await mkdir(path)
  const email = `gone.${randomUUID()}@example.com`
  const id = await person(email, '1000000014')
  await remove(email)
  expect(await app.sql`select from candidates where id = ${id}`).toHaveLength(0)
  expect(await waiting()).toBe(1)
  await expect(finishRemovals(app.parts)).rejects.toThrow('EISDIR')
  await rm(path, { recursive: true })
  await finishRemovals(app.parts)
  expect((await entries()).map(({ people }) => people)).toEqual([[id]])
  expect(await waiting()).toBe(0)
})

it('a line that was cut off spoils none before and none after it', async () => {
  const path = app.parts.removalJournal
  const ids: string[] = []
  for (const npi of ['1000000015', '1000000016']) {
    const email = `gone.${randomUUID()}@example.com`
    ids.push(await person(email, npi))
    await remove(email)
    if (ids.length === 1) await appendFile(path, '\n{"at":"2026-01-01T')
  }
  const { entries, unreadable } = await readJournal(path)
  expect(entries.map(({ people }) => people)).toEqual(ids.map((id) => [id]))
  expect(unreadable).toBe(1)
})

it('two processes that append at once append each removal once', async () => {
  const path = app.parts.removalJournal
  await rm(path)
  await mkdir(path)
  const email = `gone.${randomUUID()}@example.com`
  await person(email, '1000000017')
  await remove(email)
  await rm(path, { recursive: true })
  await Promise.all(Array.from({ length: 4 }, () => appendRemovals(app.sql, path)))
  expect(await entries()).toHaveLength(1)
})
