import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { IMAGE_SETTINGS, TEXT_SETTINGS } from '#db/schema/setting-keys.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { s3Double } from '#tests/support/s3-double.ts'

const OTHER = 'second@clinidex.test'

let app: TestApp
let admin: Record<string, string>
let other: Record<string, string>
beforeAll(async () => {
  app = await testApp({ env: { ADMIN_EMAILS: `admin@clinidex.test,${OTHER}` }, people: 5 })
  admin = await app.asUser('admin@clinidex.test')
  other = await app.asUser(OTHER)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sql`delete from site_setting_versions`
  await app.sql`delete from site_settings`
})

type Sent = Parameters<TestApp['request']>[1]
const ask = async (path: string, { headers, ...options }: Sent = {}) => {
  const response = await app.request(`/api/admin/settings${path}`, {
    ...{ as: 'session', ...options, headers: { ...admin, ...headers } },
  })
  return { status: response.status, body: await response.json() }
}
const save = (key: string, value: string, version = 0, options: Sent = {}) =>
  ask(`/${key}`, { method: 'PUT', json: { value, version }, ...options })
const upload = (key: string, body: Uint8Array<ArrayBuffer>, version = 0, type = 'image/png') =>
  ask(`/${key}/image?version=${version}`, { body, headers: { 'Content-Type': type } })
const png = async (width = 100, height = 50) => {
  const image = sharp({ create: { width, height, channels: 3, background: '#048' } })
  return new Uint8Array(await image.png().toBuffer())
}
const audits = () =>
  app.sql`select actor_id, action, subject_id, details from audit_log order by id`

it('SITE-06 SITE-07 keeps one row per key, with who saved it and when, and only that key', async () => {
  await save('seo_title', 'First')
  await save('seo_keywords', 'a, b')
  const { status, body } = await save('seo_title', '  Second \n line ', 1)
  expect(status).toBe(200)
  expect(body).toEqual({
    key: 'seo_title',
    value: 'Second line',
    version: 2,
    updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    updated_by: 'admin@clinidex.test',
  })
  const list = await ask('')
  expect(list.body.data).toMatchObject([
    { key: 'seo_keywords', value: 'a, b', version: 1 },
    { key: 'seo_title', value: 'Second line', version: 2 },
  ])
  expect(await app.sql`select key from site_settings order by key`).toHaveLength(2)
})

it('takes every key there is, and no other', async () => {
  for (const key of Object.keys(TEXT_SETTINGS)) expect((await save(key, 'x')).status).toBe(200)
  for (const key of Object.keys(IMAGE_SETTINGS)) expect((await save(key, '')).status).toBe(200)
  expect((await save('auth_secret', 'x')).status).toBe(400)
})

it('a text with nothing to see is none: the default takes its place', async () => {
  const { status, body } = await save('seo_description', ' \u200b\u2060 ')
  expect([status, body.value]).toEqual([200, ''])
})

it('refuses what does not fit, and keeps what was', async () => {
  const { max } = TEXT_SETTINGS.seo_title
  expect((await save('seo_title', 'x'.repeat(max))).status).toBe(200)
  const long = await save('seo_title', 'x'.repeat(max + 1), 1)
  expect([long.status, long.body.error.message]).toEqual([
    400,
    'SEO title: at most 120 characters.',
  ])
  expect((await save('seo_title', 'a\u0000b', 1)).status).toBe(400)
  const written = await save('site_logo_url', 'https://elsewhere.example/logo.png')
  expect([written.status, written.body.error.message]).toEqual([
    400,
    'An image is uploaded, not written.',
  ])
  expect((await ask('')).body.data).toMatchObject([{ key: 'seo_title', version: 1 }])
})

it('a save is there for the next page of the same process', async () => {
  await save('seo_title', 'At once')
  expect(app.parts.site.values().seo_title).toBe('At once')
})

describe('two administrators', () => {
  const conflict = {
    code: 'changed_elsewhere',
    message: `${OTHER} saved this setting before you.`,
    data: { setting: expect.objectContaining({ value: 'Theirs', updated_by: OTHER }) },
  }
  const theirs = (version: number) => save('seo_title', 'Theirs', version, { headers: other })

  it('the later is told who saved before, and nothing of theirs is lost', async () => {
    await save('seo_title', 'Before')
    await theirs(1)
    const { status, body } = await save('seo_title', 'Mine', 1)
    expect([status, body.error]).toEqual([409, conflict])
    expect((await ask('')).body.data[0].value).toBe('Theirs')
    expect((await save('seo_title', 'Mine', 2)).status).toBe(200)
  })

  it('at the very first save as well, and at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await app.sql`delete from site_setting_versions`
      await app.sql`delete from site_settings`
      const answers = await Promise.all([theirs(0), save('seo_title', 'Mine', 0)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await app.sql`select version from site_setting_versions`).toHaveLength(1)
    }
  })

  it('who save the same agree', async () => {
    await theirs(0)
    expect((await save('seo_title', 'Theirs', 1)).body).toMatchObject({ version: 1 })
    expect((await ask('/seo_title/history')).body.data).toHaveLength(1)
  })
})

describe('history', () => {
  it('tells each value with who and when, newest first', async () => {
    await save('seo_title', 'One')
    await save('seo_title', 'Two', 1, { headers: other })
    expect((await ask('/seo_title/history')).body.data).toEqual([
      { version: 2, value: 'Two', saved_at: expect.any(String), saved_by: OTHER },
      { version: 1, value: 'One', saved_at: expect.any(String), saved_by: 'admin@clinidex.test' },
    ])
  })

  it('has the last 50', async () => {
    await save('seo_title', 'First')
    await app.sql`
      insert into site_setting_versions (key, version, value)
      select 'seo_title', version, 'Later' from generate_series(2, 51) version`
    const versions = (await ask('/seo_title/history')).body.data
    expect(versions.map(({ version }: { version: number }) => version)).toEqual(
      Array.from({ length: 50 }, (_, place) => 51 - place),
    )
  })

  it('puts an earlier value in force again, as a version of its own', async () => {
    await save('seo_title', 'One')
    await save('seo_title', 'Two', 1)
    const { status, body } = await ask('/seo_title/revert', { json: { to: 1, version: 2 } })
    expect([status, body]).toEqual([200, expect.objectContaining({ value: 'One', version: 3 })])
    expect(app.parts.site.values().seo_title).toBe('One')
    for (const to of [9, 2 ** 31]) {
      const gone = await ask('/seo_title/revert', { json: { to, version: 3 } })
      expect([gone.status, gone.body.error.code]).toEqual([404, 'not_found'])
    }
    const late = await ask('/seo_title/revert', { json: { to: 2, version: 2 } })
    expect([late.status, late.body.error.code]).toEqual([409, 'changed_elsewhere'])
  })

  it('stays without the name when its account is deleted', async () => {
    await save('seo_title', 'One', 0, { headers: other })
    await app.sql`delete from users where email = ${OTHER}`
    other = await app.asUser(OTHER)
    expect((await ask('')).body.data).toMatchObject([{ value: 'One', updated_by: null }])
    expect((await ask('/seo_title/history')).body.data).toMatchObject([{ saved_by: null }])
  })
})

it('leaves a trace of each change, without its value', async () => {
  const before = (await audits()).length
  await save('seo_title', 'Private words')
  await save('seo_title', 'More', 1)
  await ask('/seo_title/revert', { json: { to: 1, version: 2 } })
  expect((await audits()).slice(before)).toEqual([
    { actor_id: 'admin', action: 'setting.save', subject_id: 'seo_title', details: { version: 1 } },
    { actor_id: 'admin', action: 'setting.save', subject_id: 'seo_title', details: { version: 2 } },
    {
      ...{ actor_id: 'admin', action: 'setting.revert', subject_id: 'seo_title' },
      details: { version: 3, reverted_to: 1 },
    },
  ])
})

describe('images', () => {
  it('SITE-12 an upload is kept in the folder of its setting, under a name nobody can guess, and set', async () => {
    const { status, body } = await upload('site_logo_url', await png(1280, 320))
    expect(status).toBe(200)
    expect(body.value).toMatch(/^\/site-assets\/logos\/\d{13}-[0-9a-f]{32}-640x160\.png$/)
    expect(app.parts.site.values().site_logo_url).toBe(body.value)
    const image = await app.request(body.value, { as: 'visitor' })
    expect(image.status).toBe(200)
    expect(Object.fromEntries(image.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const facts = await sharp(Buffer.from(await image.arrayBuffer())).metadata()
    expect([facts.format, facts.width, facts.height]).toEqual(['png', 640, 160])
  })

  it.each([
    ['favicon_url', 'favicon'],
    ['site_icon_url', 'icons'],
    ['seo_image_url', 'seo'],
    ['social_facebook_image', 'social'],
    ['social_twitter_image', 'social'],
    ['social_linkedin_image', 'social'],
  ])('SITE-12 %s goes to %s', async (key, folder) => {
    expect((await upload(key, await png())).body.value).toContain(`/site-assets/${folder}/`)
  })

  it('are unavailable while their store is away, which is logged once', async () => {
    const keys = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'auto' }
    const store = await s3Double(keys)
    await store.close()
    const lines: string[] = []
    const away = await testApp({
      people: 0,
      log: pino({ level: 'error' }, { write: (line) => lines.push(line) }),
      env: {
        ASSETS_S3_ENDPOINT: store.endpoint,
        ASSETS_S3_BUCKET: 'site',
        ASSETS_S3_ACCESS_KEY_ID: keys.accessKeyId,
        ASSETS_S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
      },
    })
    onTestFinished(() => away.close())
    const name = `/site-assets/logos/1700000000000-${'a'.repeat(32)}-640x160.png`
    const image = await away.request(name, { as: 'visitor' })
    expect([image.status, await image.json()]).toEqual([
      503,
      { error: { code: 'unavailable', message: 'The image store does not answer.' } },
    ])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('ECONNREFUSED')
  })

  it('SITE-10 refuses what does not say that it is an image, and what only says so', async () => {
    const file = Buffer.from('plain text')
    for (const type of ['text/plain', 'application/json', 'image/png']) {
      const { status, body } = await upload('favicon_url', file, 0, type)
      expect([status, body.error.code, body.error.data]).toEqual([
        400,
        'invalid_input',
        { reason: 'not_an_image' },
      ])
    }
    expect((await ask('')).body.data).toEqual([])
  })

  it('SITE-11 takes 5242880 bytes and refuses one more', async () => {
    const image = await png()
    const padded = new Uint8Array(5_242_880)
    padded.set(image)
    expect((await upload('seo_image_url', padded)).status).toBe(200)
    const { status, body } = await upload('seo_image_url', new Uint8Array(5_242_881), 1)
    expect([status, body.error.code]).toEqual([413, 'too_large'])
  })

  it('SITE-14 a removal sets the value to empty, and the earlier image can come back', async () => {
    const { body } = await upload('site_icon_url', await png())
    const removed = await save('site_icon_url', '', 1)
    expect(removed.body).toMatchObject({ value: '', version: 2 })
    expect(app.parts.site.values().site_icon_url).toBe('')
    const back = await ask('/site_icon_url/revert', { json: { to: 1, version: 2 } })
    expect(back.body.value).toBe(body.value)
    expect((await app.request(body.value)).status).toBe(200)
  })

  it('an upload over what another administrator set is refused, and their image stays', async () => {
    await upload('favicon_url', await png())
    const { status, body } = await upload('favicon_url', await png(), 0)
    expect([status, body.error.code]).toEqual([409, 'changed_elsewhere'])
    expect((await ask('')).body.data).toMatchObject([{ version: 1 }])
  })

  it('of a store that cannot keep it nothing is half-saved', async () => {
    const put = app.parts.assets.put
    app.parts.assets.put = () => Promise.reject(new Error('The disk is full.'))
    const { status, body } = await upload('social_twitter_image', await png())
    app.parts.assets.put = put
    expect([status, body.error.code]).toEqual([500, 'internal_error'])
    expect((await ask('')).body.data).toEqual([])
  })

  it('a file is whole under its name, and no other name leads anywhere', async () => {
    const { body } = await upload('favicon_url', await png())
    const names = await readdir(join(app.parts.env.DATA_DIR, 'assets/favicon'))
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([])
    for (const path of [
      '/site-assets/favicon/..%2f..%2fauth.secret',
      '/site-assets/favicon/auth.secret',
      body.value.replace('favicon/', 'logos/'),
    ]) {
      expect((await app.request(path)).status, path).toBe(404)
    }
  })
})
