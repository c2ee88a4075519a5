import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { confirmRemoval, finishRemovals } from '#api/services/intake/removals.ts'
import { csvOf, importBench } from '#db/import/import-fixture.ts'
import { IMPORT_LOCK } from '#db/import/import-lock.ts'
import { legacyCsv } from '#db/import/legacy-csv.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { held } from '#tests/support/held.ts'
import { newAddress, removalCalls } from '#tests/support/removals.ts'
import { soon } from '#tests/support/soon.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 10 })
})
afterAll(() => app.close())

const { network, confirm, tokenFor, person } = removalCalls(() => app)
const isListed = async (id: string) =>
  (await app.request(`/api/candidates/${id}`, { as: 'visitor' })).status === 200
const found = async (id: string) => {
  const json = { filters: { query: 'Removable' }, page: 1, limit: 500 }
  const { data } = (await (await app.request('/api/search', { json })).json()) as {
    data: { id: string }[]
  }
  return data.some((hit) => hit.id === id)
}

describe('confirming', () => {
  it('REMOVAL-08 takes the person out of search, profile, lists and what they sent in, once', async () => {
    const email = newAddress()
    // The addresses are written as registries write them.
    const [ada, twin] = [await person(email), await person(` ${email.toUpperCase()} `)]
    const other = await person(newAddress())
    await app.sql`
      insert into lists (id, owner_id, name, created_at, updated_at)
      values (gen_random_uuid(), 'subscriber', 'A list', now(), now())`
    await app.sql`
      insert into list_members (list_id, candidate_id, owner_id, added_at)
      select lists.id, candidates.id, 'subscriber', now() from lists, candidates
      where candidates.id in (${ada}, ${other})`
    await app.sql`
      insert into reveals (owner_id, candidate_id) values ('subscriber', ${ada}), ('subscriber', ${other})`
    await app.sql`
      insert into candidate_submissions (first_name, last_name, title, organization, specialty,
        personal_email, phone, city, state, country, linkedin_url)
      values ('Ada', 'Removable', 'RN', 'Clinic', 'Nursing', ${email}, '555-555-0100', 'Reno', 'NV',
        'United States', '')`
    await soon(async () => expect(await found(ada)).toBe(true))
    const token = await tokenFor(email)
    expect((await confirm(token)).status).toBe(204)
    expect([await isListed(ada), await isListed(twin), await isListed(other)]).toEqual([
      false,
      false,
      true,
    ])
    await soon(async () => expect(await found(ada)).toBe(false))
    expect(await found(other)).toBe(true)
    expect(await app.sql`select candidate_id from list_members`).toEqual([{ candidate_id: other }])
    expect(
      await app.sql`
        select candidate_id, removed_at is not null as is_removed from reveals
        where candidate_id in (${ada}, ${other}) order by removed_at`,
    ).toEqual([
      { candidate_id: ada, is_removed: true },
      { candidate_id: other, is_removed: false },
    ])
    expect(
      await app.sql`select from candidate_submissions where lower(personal_email) = ${email}`,
    ).toHaveLength(0)
    const [trace] = await app.sql`
      select actor_id, details::text as details from audit_log where action = 'removal.confirm'
      order by id desc limit 1`
    expect(trace?.actor_id).toBeNull()
    expect(trace?.details).toContain(ada)
    expect(trace?.details).not.toContain('@')
    expect(await app.sql`select from removal_requests where lower(email) = ${email}`).toHaveLength(
      0,
    )
    expect((await confirm(token)).status).toBe(404)
  })

  it('REMOVAL-08 takes the person whose work address it is', async () => {
    const [ada, other] = [await person(newAddress()), await person(newAddress())]
    const work = newAddress()
    await app.sql`
      insert into candidate_contacts (candidate_id, kind, value, source)
      values (${ada}, 'work_email', ${work}, 'csv')`
    expect((await confirm(await tokenFor(work))).status).toBe(204)
    expect([await isListed(ada), await isListed(other)]).toEqual([false, true])
  })

  it('REMOVAL-08 takes what they sent in from other addresses of theirs', async () => {
    const [email, work, sentFrom] = [newAddress(), newAddress(), newAddress()]
    const ada = await person(email)
    await app.sql`
      insert into candidate_contacts (candidate_id, kind, value, source)
      values (${ada}, 'work_email', ${work}, 'csv')`
    const resume = {
      ...{ first_name: 'Ada', last_name: 'Removable', title: 'RN', organization: 'Clinic' },
      ...{ specialty: 'Nursing', phone: '555-555-0100', city: 'Reno', state: 'NV' },
      ...{ country: 'United States', linkedin_url: '', confirmed_at: new Date() },
    }
    const approved = {
      ...resume,
      personal_email: sentFrom,
      status: 'approved',
      candidate_id: ada,
      approved_at: new Date(),
    }
    const waiting = { ...resume, personal_email: work.toUpperCase() }
    await app.sql`insert into candidate_submissions ${app.sql(approved)}`
    await app.sql`insert into candidate_submissions ${app.sql(waiting)}`
    expect((await confirm(await tokenFor(email))).status).toBe(204)
    expect(
      await app.sql`
        select from candidate_submissions where lower(personal_email) in (${work}, ${sentFrom})`,
    ).toEqual([])
  })

  it('REMOVAL-08 keeps the person out of later imports, by address, telephone and under another name', async () => {
    const email = newAddress()
    await person(email, { phone: '(555) 555-0177' })
    expect((await confirm(await tokenFor(email))).status).toBe(204)
    const bench = await importBench()
    try {
      const hashes = await app.sql<
        { hash: Buffer; kind: string }[]
      >`select hash, kind from suppressions`
      for (const row of hashes) await bench.sql`insert into suppressions ${bench.sql({ ...row })}`
      const back = { Contactfirstname: 'Ada', Contactlastname: 'Removable' }
      const file = csvOf([
        { ...back, Personalemail: email.toUpperCase() },
        { ...back, Contactphone: '+1 555 555 0177' },
        { Contactfirstname: 'Another', Contactlastname: 'Person', Contactemail: email },
        { Contactfirstname: 'Ben', Contactlastname: 'Unrelated', Contactphone: '555-555-0178' },
      ])
      expect(await bench.import(legacyCsv, file)).toMatchObject({ new: 1, suppressed: 3 })
    } finally {
      await bench.close()
    }
  })

  it('REMOVAL-08 keeps out an address nobody was listed under, also by a resume sent in later', async () => {
    const personal_email = newAddress()
    expect((await confirm(await tokenFor(personal_email))).status).toBe(204)
    const resume = {
      first_name: 'Ada',
      last_name: 'Removable',
      title: 'Cardiologist',
      organization: 'Clinic',
      specialty: 'Cardiology',
      personal_email: personal_email.toUpperCase(),
      phone: '5555550142',
      city: 'Reno',
      state: 'NV',
      country: 'United States',
    }
    const sent = { as: 'visitor', json: resume, network: network() } as const
    expect((await app.request('/api/submissions', sent)).status).toBe(204)
    await soon(async () =>
      expect(
        await app.sql`
          select from candidate_submissions where lower(personal_email) = ${personal_email}`,
      ).toHaveLength(0),
    )
  })

  it('takes out again whom an import brought back, once it is over, and does not wait for it', async () => {
    const email = newAddress()
    const ada = await person(email)
    const token = await tokenFor(email)
    const importing = await app.sql.reserve()
    await importing`select pg_advisory_lock(${IMPORT_LOCK})`
    expect((await confirm(token)).status).toBe(204)
    expect(await isListed(ada)).toBe(false)
    const again = await person(email)
    await finishRemovals(app.parts)
    expect(await isListed(again)).toBe(true)
    await importing`select pg_advisory_unlock(${IMPORT_LOCK})`
    importing.release()
    await finishRemovals(app.parts)
    expect(await isListed(again)).toBe(false)
    expect(await app.sql`select from removal_requests where email = ${email}`).toHaveLength(0)
  })

  it('takes out again whom an import brought back that ended before the removal did', async () => {
    const email = newAddress()
    const token = await tokenFor(email)
    const importing = await app.sql.reserve()
    await importing`select pg_advisory_lock(${IMPORT_LOCK})`
    let confirming: Promise<Response> | undefined
    const ada = await app.sql.begin(async (tx) => {
      // It cannot write its audit entry, which comes last.
      await tx`lock table audit_log in share mode`
      confirming = confirm(token)
      await held(app.sql, confirming)
      await importing`select pg_advisory_unlock(${IMPORT_LOCK})`
      return person(email)
    })
    importing.release()
    expect((await confirming)?.status).toBe(204)
    await soon(async () => expect(await isListed(ada)).toBe(false))
  })

  it('is repeated once, though the end of an import is told to every process', async () => {
    const email = newAddress()
    await app.sql`
      insert into removal_requests (email, token_hash, expires_at, confirmed_at)
      values (${email}, sha256(${email}::text::bytea), now() + interval '1 day', now())`
    const entries = async () => {
      const [row] = await app.sql`
        select coalesce(pg_sequence_last_value('removal_outbox_id_seq'), 0)::integer as count`
      return row?.count as number
    }
    const before = await entries()
    let finishing: Promise<unknown> | undefined
    await app.sql.begin(async (tx) => {
      await tx`select from removal_requests where email = ${email} for update`
      finishing = Promise.all([finishRemovals(app.parts), finishRemovals(app.parts)])
      await held(app.sql, finishing, 2)
    })
    await finishing
    expect(await entries()).toBe(before + 1)
  })

  it('is final of two at once, for neither takes the other for an import', async () => {
    const tokens = [await tokenFor(newAddress()), await tokenFor(newAddress())]
    let confirming: Promise<{ isDone: boolean }[]> | undefined
    await app.sql.begin(async (tx) => {
      // Neither can write its audit entry, which comes last.
      await tx`lock table audit_log in share mode`
      confirming = Promise.all(tokens.map((token) => confirmRemoval(app.parts, token, '')))
      await held(app.sql, confirming, 2)
    })
    expect(await confirming).toEqual([{ isDone: true }, { isDone: true }])
  })

  it('removes people who are put on a list meanwhile, in whatever order', async () => {
    const list = randomUUID()
    await app.sql`
      insert into lists (id, owner_id, name, created_at, updated_at)
      values (${list}, 'subscriber', 'A list', now(), now())`
    // The index decides the order of removal: one of these two orders is the opposite one.
    for (const order of [(ids: string[]) => ids, (ids: string[]) => ids.toReversed()]) {
      const email = newAddress()
      const [first = '', second = ''] = order([await person(email), await person(email)])
      const token = await tokenFor(email)
      let confirming: ReturnType<typeof confirm> | undefined
      await app.sql
        .begin(async (tx) => {
          const put = (id: string) => tx`
            insert into list_members (list_id, candidate_id, owner_id, added_at)
            values (${list}, ${id}, 'subscriber', now())`
          await put(first)
          confirming = confirm(token)
          await soon(async () => {
            const waiting = await app.sql`
              select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`
            expect(waiting).toHaveLength(1)
          })
          await put(second)
        })
        .catch((error: { code?: string }) => {
          // The transaction rolled back by a deadlock is retried, as a device does.
          if (error.code !== '40P01') throw error
        })
      expect((await confirming)?.status).toBe(204)
      expect([await isListed(first), await isListed(second)]).toEqual([false, false])
    }
  })

  it('is not cut off, however long it looks among the contacts of others', async () => {
    // The table has its own rights: the app's role may not write to tables of this test.
    await app.sql`create table removal_timeouts (timeout text)`
    await app.sql`
      create function note_timeout() returns trigger language plpgsql security definer as $$
      begin
        insert into removal_timeouts values (current_setting('statement_timeout'));
        return null;
      end $$`
    await app.sql`
      create trigger note_timeout after delete on candidates
      for each statement execute function note_timeout()`
    onTestFinished(async () => {
      await app.sql`drop trigger note_timeout on candidates`
    })
    const email = newAddress()
    await person(email, { phone: '+1 806 555 0177' })
    expect((await confirm(await tokenFor(email))).status).toBe(204)
    expect(await app.sql`select timeout from removal_timeouts`).toEqual([{ timeout: '0' }])
    expect(await app.parts.sql`show statement_timeout`).toEqual([{ statement_timeout: '30s' }])
  })

  it('REMOVAL-08 two clicks at once remove once', async () => {
    const token = await tokenFor(newAddress())
    const statuses = (await Promise.all([confirm(token), confirm(token)])).map((r) => r.status)
    expect(statuses.sort()).toEqual([204, 404])
  })

  it('REMOVAL-07 refuses a token that is unknown, malformed or a week old', async () => {
    const email = newAddress()
    const ada = await person(email)
    const token = await tokenFor(email)
    await app.sql`update removal_requests set expires_at = now() where email = ${email}`
    expect((await confirm(token)).status).toBe(404)
    expect((await confirm('x'.repeat(43))).status).toBe(404)
    expect((await confirm('short')).status).toBe(400)
    expect(await isListed(ada)).toBe(true)
    await finishRemovals(app.parts)
    expect(await app.sql`select from removal_requests where email = ${email}`).toHaveLength(0)
  })
})
