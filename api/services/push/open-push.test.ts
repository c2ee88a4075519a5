import { createECDH, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pushSubscription } from '#api/contract/push.ts'
import { openPush } from './open-push.ts'

/** The library by which a browser decrypts, a dependency of the library that sends. */
const { decrypt } = createRequire(createRequire(import.meta.url).resolve('web-push'))('http_ece')

let env: { DATA_DIR: string; OPERATOR_EMAIL: string }
beforeAll(async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'clinidex-push-'))
  env = { DATA_DIR, OPERATOR_EMAIL: 'operator@clinidex.test' }
})
afterAll(() => rm(env.DATA_DIR, { recursive: true }))

const browser = createECDH('prime256v1')
browser.generateKeys()
const secret = randomBytes(16)
const TARGET = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/a',
  p256dh: browser.getPublicKey('base64url'),
  auth: secret.toString('base64url'),
}
const PAYLOAD = { count: 1, id: '00000000-0000-4000-8000-000000000001' }

/** Responds with a status, and stores what it received. */
function service(status: number) {
  const requests: { url: string; init: RequestInit }[] = []
  const send: typeof fetch = async (url, init = {}) => {
    requests.push({ url: String(url), init })
    return new Response(null, { status })
  }
  return { send, requests }
}

it('sends a count and an id, to be read by that browser alone', async () => {
  const { send, requests } = service(201)
  const push = await openPush(env, send)
  expect(await push.send(TARGET, PAYLOAD)).toBe('sent')
  const [{ url, init } = { url: '', init: {} as RequestInit }] = requests
  expect(url).toBe(TARGET.endpoint)
  // A redirect by the service is not followed.
  expect(init.redirect).toBe('error')
  const headers = new Headers(init.headers)
  expect(headers.get('content-encoding')).toBe('aes128gcm')
  // The message is stored for a day, or until the next one.
  expect(headers.get('ttl')).toBe('86400')
  expect(headers.get('topic')).toBe('news')
  expect(headers.get('authorization')).toContain(`k=${push.publicKey}`)
  const body = Buffer.from(init.body as Uint8Array)
  expect(body.includes('count')).toBe(false)
  const opened = decrypt(body, {
    version: 'aes128gcm',
    privateKey: browser,
    authSecret: TARGET.auth,
  })
  expect(JSON.parse(opened.toString())).toEqual(PAYLOAD)
})

it('a subscription is gone by 404 and 410 alone; a service that is away loses none', async () => {
  const outcome = async (status: number) =>
    (await openPush(env, service(status).send)).send(TARGET, PAYLOAD)
  expect(await Promise.all([404, 410, 429, 500, 403].map(outcome))).toEqual([
    'gone',
    'gone',
    'failed',
    'failed',
    'failed',
  ])
  const away = await openPush(env, () => Promise.reject(new TypeError('away')))
  expect(await away.send(TARGET, PAYLOAD)).toBe('failed')
  expect(await away.send({ ...TARGET, p256dh: 'nonsense' }, PAYLOAD)).toBe('failed')
})

it('keeps its keys, by which browsers know it', async () => {
  const [one, other] = await Promise.all([openPush(env), openPush(env)])
  expect(other.publicKey).toBe(one.publicKey)
  const keys = { VAPID_PUBLIC_KEY: 'given', VAPID_PRIVATE_KEY: 'too' }
  expect((await openPush({ ...env, ...keys })).publicKey).toBe('given')
})

it.each([
  'http://fcm.googleapis.com/a',
  'https://127.0.0.1/a',
  'https://fcm.googleapis.com.evil.example/a',
  'https://evil.example/fcm.googleapis.com',
  'https://fcm.googleapis.com:8443/a',
  'https://fcm.googleapis.com@evil.example/a',
])('takes no endpoint but those of push services: not %s', (endpoint) => {
  const keys = { p256dh: TARGET.p256dh, auth: TARGET.auth }
  expect(pushSubscription.safeParse({ endpoint: TARGET.endpoint, keys }).success).toBe(true)
  expect(pushSubscription.safeParse({ endpoint, keys }).success).toBe(false)
})
