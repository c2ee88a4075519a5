import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AdminGrant } from '#api/contract/admin-grants.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { CAST_ENV, castOf, idOfPart, type Part } from '#tests/support/cast.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'

const ZENOBIA = KNOWN_PEOPLE[0]?.id ?? ''

let app: TestApp
let cast: Awaited<ReturnType<typeof castOf>>
let freeId: string
beforeAll(async () => {
  app = await testApp({ env: CAST_ENV, people: 10 })
  cast = await castOf(app)
  freeId = await idOfPart(app, 'free')
})
afterAll(() => app.close())
beforeEach(() => app.sql`delete from demo_grants`)

const call = (part: Part, path: string, json?: unknown) =>
  app.request(path, { as: 'session', headers: cast[part], json })
const grant = (body: object) =>
  call('admin', '/api/admin/grants', {
    userId: freeId,
    featureType: 'full_access',
    expiresAt: null,
    notes: null,
    ...body,
  })
const revoke = (featureType: string | null) =>
  call('admin', '/api/admin/grants/revoke', { userId: freeId, featureType })
const list = async () => {
  const response = await call('admin', '/api/admin/grants')
  return ((await response.json()) as { grants: AdminGrant[] }).grants
}
const reveal = async () => (await call('free', `/api/candidates/${ZENOBIA}/contact`, {})).status
const exportTo = async () => {
  const json = { candidateIds: [ZENOBIA], format: 'csv', source: 'profile' }
  return (await call('free', '/api/export', json)).status
}

describe('granting', () => {
  it('USERS-07 DEMO-07 full access opens every feature at once', async () => {
    expect([await reveal(), await exportTo()]).toEqual([403, 403])
    expect((await grant({ notes: 'A trial' })).status).toBe(201)
    expect([await reveal(), await exportTo()]).toEqual([200, 200])
  })

  it('DEMO-07 one feature opens that one', async () => {
    await grant({ featureType: 'viewContactInfo' })
    expect([await reveal(), await exportTo()]).toEqual([200, 403])
  })

  it('USERS-07 takes an end, and DEMO-02 after it the access is gone', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    await grant({ expiresAt })
    expect(await list()).toMatchObject([{ expires_at: expiresAt, is_live: true }])
    await app.sql`update demo_grants set expires_at = now()`
    expect(await list()).toMatchObject([{ is_live: false }])
    expect(await reveal()).toBe(403)
  })

  it('USERS-06 DATA-13 shows who was granted what, newest first', async () => {
    await grant({ featureType: 'export', maxUses: 3 })
    await grant({ featureType: 'viewContactInfo', notes: 'For the fair' })
    const [latest, older] = await list()
    expect(latest).toMatchObject({
      user_id: freeId,
      user_email: 'the.free@clinidex.test',
      feature_type: 'viewContactInfo',
      active: true,
      is_live: true,
      expires_at: null,
      max_uses: null,
      uses_count: 0,
      notes: 'For the fair',
      granted_by: await idOfPart(app, 'admin'),
    })
    expect(older).toMatchObject({ feature_type: 'export', max_uses: 3 })
  })

  it('again of a feature replaces the older grant', async () => {
    await grant({ featureType: 'export' })
    await grant({ featureType: 'export', maxUses: 1 })
    expect((await list()).filter(({ is_live }) => is_live)).toMatchObject([{ max_uses: 1 }])
  })

  it('USERS-07 USERS-09 to several goes on past one who is gone, and is done once for each', async () => {
    const userIds = [freeId, 'nobody', freeId]
    const results = [
      { user_id: freeId, error: null },
      { user_id: 'nobody', error: 'There is no such account.' },
    ]
    const terms = { featureType: 'export', expiresAt: null, notes: null }
    const granted = await call('admin', '/api/admin/grants/bulk', { userIds, ...terms })
    expect([granted.status, await granted.json()]).toEqual([200, { results }])
    expect(await list()).toMatchObject([{ user_id: freeId, is_live: true }])
    const ended = { userIds, featureType: null }
    const revoked = await call('admin', '/api/admin/grants/bulk-revoke', ended)
    expect([revoked.status, await revoked.json()]).toEqual([200, { results }])
    expect(await list()).toMatchObject([{ user_id: freeId, is_live: false }])
  })

  it('leaves a trace', async () => {
    await grant({ maxUses: 2, notes: 'private words' })
    await revoke(null)
    const traces = await app.sql`
      select actor_id, action, subject_id, details from audit_log
      where action like 'grant.%' order by id desc limit 2`
    const common = { actor_id: await idOfPart(app, 'admin'), subject_id: freeId }
    expect(traces).toEqual([
      { ...common, action: 'grant.revoke', details: { featureType: null, revoked: 1 } },
      {
        ...common,
        action: 'grant.create',
        details: { featureType: 'full_access', expiresAt: null, maxUses: 2 },
      },
    ])
  })

  it.each([
    ['an unknown feature', { featureType: 'everything' }],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['no use at all', { maxUses: 0 }],
    ['an end that is no time', { expiresAt: 'tomorrow' }],
    ['a word too many', { role: 'admin' }],
    ['half a letter', { notes: '\ud800' }],
    ['a NUL', { notes: 'a\u0000b' }],
    ['a NUL for an account', { userId: '\u0000' }],
  ])('refuses %s', async (_what, body) => {
    expect((await grant(body)).status).toBe(400)
    expect(await list()).toEqual([])
  })
})

describe('revoking', () => {
  it('USERS-09 a null feature takes back everything at once', async () => {
    await grant({ featureType: 'export' })
    await grant({ featureType: 'viewContactInfo' })
    expect(await (await revoke(null)).json()).toEqual({ revoked: 2 })
    expect([await reveal(), await exportTo()]).toEqual([403, 403])
    expect(await list()).toMatchObject([{ active: false }, { active: false }])
  })

  it('takes back the one feature named', async () => {
    await grant({ featureType: 'export' })
    await grant({ featureType: 'viewContactInfo' })
    expect(await (await revoke('export')).json()).toEqual({ revoked: 1 })
    expect([await reveal(), await exportTo()]).toEqual([200, 403])
  })
})
