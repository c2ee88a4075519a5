import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, ReadStream } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ImportPage } from '#api/contract/admin-imports.ts'
import { openImports } from '#api/services/imports/open-imports.ts'
import { csvOf } from '#db/import/import-fixture.ts'
import { importCalls, people } from '#tests/support/admin-imports.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { PATIENCE } from '#tests/support/soon.ts'

const ADMIN = 'admin@clinidex.test'

let app: TestApp
let cookies: Record<string, string>
beforeAll(async () => {
  app = await testApp({ people: 20 })
  cookies = await app.asUser(ADMIN)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sql`delete from directory_imports`
})

const { ask, answer, failure, upload, read, over } = importCalls(() => ({ app, cookies }))
const lastOf = (content: string) => content.trim().split('\n').length - 1
const imported = async () =>
  (
    await app.sql`
      select count(*)::integer as count from candidates where last_name like 'Imported %'`
  )[0]?.count

describe('an import', () => {
  it('asks who it is when that was shown more than ten minutes ago, and takes nothing in', async () => {
    const id = await upload(people(900, 3))
    const age = (minutes: number) => app.sql`
      update sessions set confirmed_at = now() - ${minutes} * interval '1 minute'
      where user_id = (select id from users where email = ${ADMIN})`
    await age(11)
    const refused = await failure(`/imports/${id}/start`, { json: {} })
    expect(refused).toMatchObject({ status: 403, code: 'confirmation_required' })
    expect(await imported()).toBe(0)
    await age(9)
    expect((await answer(`/imports/${id}/start`, { json: {} })).status).toBe(202)
    expect((await over(id)).state).toBe('done')
    await age(0)
    await app.sql`delete from candidates where last_name like 'Imported %'`
  })

  it('is checked, taken in, found and its file deleted', async () => {
    const content = `${people(1_000, 30)}1,too short\n`
    const id = await upload(content)
    const checking = await answer(`/imports/${id}/check`, { json: {} })
    expect(checking).toMatchObject({
      status: 202,
      body: { state: 'checking', is_cancel_asked: false },
    })
    const checked = await over(id)
    expect(checked).toMatchObject({
      ...{ state: 'ready', hasFile: true, hasRejects: true, counts: null },
      check: { read: 31, new: 30, changed: 0, rejected: 1, isManyToLeave: false },
    })
    expect(checked.check?.examples).toHaveLength(20)
    expect(JSON.stringify(checked)).not.toContain('@example.com')
    expect(await imported()).toBe(0)

    expect((await answer(`/imports/${id}/start`, { json: {} })).body.state).toBe('importing')
    expect(await over(id)).toMatchObject({
      ...{ state: 'done', hasFile: false, hasRejects: true, failure: null, progress: null },
      // It named people.
      check: null,
      counts: { read: 31, new: 30, changed: 0, unchanged: 0, removed: 0, rejected: 1 },
    })
    await expect.poll(() => existsSync(app.parts.imports.files.path(id))).toBe(false)
    expect(await imported()).toBe(30)
    const closed = vi.spyOn(ReadStream.prototype, 'destroy')
    const rejects = await ask(`/imports/${id}/rejects`)
    expect(rejects.headers.get('Content-Disposition')).toContain(`rejects-${id}.csv`)
    expect(await rejects.text()).toBe(
      `line,reason\n${lastOf(content) + 1},"2 values, the header has 5"\n`,
    )
    // The file that HEAD opens is closed, as nobody reads it.
    await expect.poll(() => closed).toHaveBeenCalledTimes(1)
    const head = await ask(`/imports/${id}/rejects`, { method: 'HEAD' })
    expect(head.headers.get('Content-Disposition')).toContain(`rejects-${id}.csv`)
    expect(closed).toHaveBeenCalledTimes(2)
    const trail = await app.sql`
      select action, details from audit_log where subject_id = ${id} order by at, id`
    expect(trail.map(({ action }) => action)).toEqual([
      ...['import.upload', 'import.check', 'import.start', 'import.end'],
    ])
    expect(trail.at(-1)?.details).toEqual({ state: 'done', brought: 30, changed: 0, removed: 0 })
    const { body } = await answer<{ sources: object[] }>('/directory')
    expect(body.sources).toContainEqual(
      expect.objectContaining({ source: 'csv', last_import: expect.any(String) }),
    )
  })

  it.each([
    ['the wrong kind of file', 'nppes', people(2_000, 3), 'It is not an NPPES file'],
    ['a picture', 'csv', `\u0000PNG${'x\u0000'.repeat(2_000)}`, 'It is not a text file.'],
    ['a file that was cut off', 'csv', people(2_000, 30).slice(0, -40), 'The file is cut off'],
    ['a damaged archive', 'csv', `PK\u0003\u0004${'x'.repeat(500)}`, 'The archive is damaged'],
  ])('of %s fails in words, and nothing is half-saved', async (_, format, content, message) => {
    const id = await upload(content, { format })
    for (const task of ['check', 'start']) {
      await answer(`/imports/${id}/${task}`, { json: {} })
      const failed = await over(id)
      expect(failed).toMatchObject({ state: 'failed', hasFile: true, counts: null })
      expect(failed.failure).toContain(message)
    }
    const [left] = await app.sql`
      select count(*)::integer as people, to_regclass('import_staging') as staging
      from candidates where npi like '17000020%'`
    expect(left).toEqual({ people: 0, staging: null })
  })

  it('that would take many out wants to be told that this is right', async () => {
    await app.sql`
      insert into candidates (npi, first_name, last_name, source)
      select (1800000000 + i)::text, 'Ben', 'Leaving', 'nppes' from generate_series(1, 1100) i`
    const report = csvOf(
      Array.from({ length: 1_000 }, (_, i) => ({
        ...{ NPI: String(1_800_000_001 + i), 'NPPES Deactivation Date': '10/08/2023' },
      })),
    )
    const id = await upload(report, { format: 'deactivated' })
    await answer(`/imports/${id}/check`, { json: {} })
    expect((await over(id)).check).toMatchObject({ removed: 1_000, isManyToLeave: true })
    await answer(`/imports/${id}/start`, { json: {} })
    expect((await over(id)).failure).toMatch(/^It would take 1,000 of 1,1\d\d people out/)
    await answer(`/imports/${id}/start`, { json: { isForced: true } })
    expect(await over(id)).toMatchObject({ state: 'done', counts: { removed: 1_000 } })
    const { body } = await answer<{ deactivations: object }>('/directory')
    expect(body.deactivations).toEqual({ npis: 1_000, newest: '2023-10-08', lastYear: 1_000 })
  })

  it('runs alone over all processes, and says so', async () => {
    const [first, second] = [await upload(people(3_000, 3_000)), await upload(people(9_000, 3))]
    const { sql, log, suppressionKey, env } = app.parts
    const other = openImports({
      ...{ sql, log, suppressionKey, dataDir: env.DATA_DIR },
      databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    })
    await answer(`/imports/${first}/start`, { json: {} })
    const busy = {
      code: 'import_busy',
      message: 'Another import is running. Wait for it, or cancel it.',
    }
    expect(await failure(`/imports/${second}/start`, { json: {} })).toMatchObject(busy)
    const caller = { actor: { id: 'admin' }, network: '' }
    const request = { id: second, task: 'import', isForced: false, caller } as const
    await expect(other.runner.start(request)).rejects.toMatchObject(busy)
    expect((await read(second)).state).toBe('ready')
    expect(await failure(`/imports/${first}/file`, { method: 'DELETE' })).toMatchObject({
      ...{ status: 409, message: 'It is running: cancel it first.' },
    })
    expect((await over(first)).state).toBe('done')
    await answer(`/imports/${second}/start`, { json: {} })
    expect((await over(second)).state).toBe('done')
  })

  it('is cancelled by whichever process, and started again', async () => {
    const before = await upload(people(20_000, 15_000))
    await answer(`/imports/${before}/start`, { json: {} })
    await over(before)
    const id = await upload(people(20_000, 15_000, 'Surgeon'))
    await answer(`/imports/${id}/start`, { json: {} })
    const cancelling = await answer(`/imports/${id}/cancel`, { json: {} })
    expect(cancelling).toMatchObject({ status: 202, body: { is_cancel_asked: true } })
    expect(await over(id)).toMatchObject({ state: 'cancelled', hasFile: true })
    expect(await failure(`/imports/${id}/cancel`, { json: {} })).toMatchObject({
      ...{ status: 409, message: 'It does not run any more.' },
    })
    await answer(`/imports/${id}/start`, { json: {} })
    expect((await over(id)).state).toBe('done')
    const [count] = await app.sql`
      select count(*)::integer as surgeons from candidates where title = 'Surgeon'`
    expect(count?.surgeons).toBe(15_000)
  })

  it('whose process died has broken off, and is started again from its file', async () => {
    const id = await upload(people(50_000, 4_000))
    // A killed API leaves this state: a row marked running, and a free lock.
    await app.sql`update directory_imports set state = 'importing', started_at = now() where id = ${id}`
    expect(await read(id)).toMatchObject({ state: 'broken_off', hasFile: true })
    await answer(`/imports/${id}/start`, { json: {} })
    await app.parts.imports.runner.close()
    expect(await read(id)).toMatchObject({ state: 'broken_off', hasFile: true, progress: null })
    await answer(`/imports/${id}/start`, { json: {} })
    expect(await over(id)).toMatchObject({ state: 'done', counts: { read: 4_000 } })
  })

  it('that was killed has broken off, lets the next one run, and does the rest when started again', async () => {
    const id = await upload(people(80_000, 6_000))
    let child: ChildProcess | undefined
    const see = (message: unknown) => {
      child = (message as { process: ChildProcess }).process
    }
    // Locks one of the people: the merge waits for this transaction until it is killed.
    const blocker = await app.sql.reserve()
    await blocker`begin`
    await blocker`insert into candidates (npi, source) values ('1700085999', 'test')`
    subscribe('child_process', see)
    await answer(`/imports/${id}/start`, { json: {} })
    unsubscribe('child_process', see)
    await vi.waitUntil(async () => (await read(id)).progress?.phase === 'merging', PATIENCE)
    child?.kill('SIGKILL')
    // The database notices a killed client only when it next writes to it.
    await blocker`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await blocker`rollback`
    blocker.release()
    expect(await over(id)).toMatchObject({ state: 'broken_off', hasFile: true, failure: null })
    await answer(`/imports/${id}/start`, { json: {} })
    expect(await over(id)).toMatchObject({ state: 'done', counts: { read: 6_000, rejected: 0 } })
    const [count] = await app.sql`
      select count(*)::integer as people from candidates where npi between '1700080000' and '1700085999'`
    expect(count?.people).toBe(6_000)
  })

  it('that broke off is not shown as running while another one runs', async () => {
    const [broken, next] = [await upload(people(60_000, 3)), await upload(people(60_010, 3_000))]
    await app.sql`update directory_imports set state = 'importing' where id = ${broken}`
    await answer(`/imports/${next}/start`, { json: {} })
    expect((await read(broken)).state).toBe('broken_off')
    expect((await over(next)).state).toBe('done')
  })
})

it('imports are listed newest first, a page at a time', async () => {
  await app.sql`
    insert into directory_imports (format, file_name, file_bytes, state, created_at)
    select 'csv', 'file ' || i, 1, 'done', now() - i * interval '1 hour' from generate_series(1, 45) i`
  const names: string[] = []
  for (let before: string | null | undefined; before !== null; ) {
    const { body }: { body: ImportPage } = await answer<ImportPage>(
      before ? `/imports?before=${before}` : '/imports',
    )
    names.push(...body.imports.map(({ file_name }) => file_name))
    before = body.next
  }
  expect(names).toEqual(Array.from({ length: 45 }, (_, i) => `file ${i + 1}`))
})
