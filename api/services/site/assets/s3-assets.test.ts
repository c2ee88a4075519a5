import { afterAll, beforeAll, expect, it } from 'vitest'
import { readEnv } from '#api/env.ts'
import { type S3Double, s3Double } from '#tests/support/s3-double.ts'
import { openAssetStore } from './open-asset-store.ts'

const NAME = `logos/1700000000000-${'a'.repeat(32)}-640x160.png`
const KEYS = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'eu-central-1' }

let double: S3Double
beforeAll(async () => {
  double = await s3Double(KEYS)
})
afterAll(() => double.close())

const storeWith = (secret: string) =>
  openAssetStore(
    readEnv({
      NODE_ENV: 'test',
      ASSETS_S3_ENDPOINT: double.endpoint,
      ASSETS_S3_BUCKET: 'site',
      ASSETS_S3_REGION: KEYS.region,
      ASSETS_S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      ASSETS_S3_SECRET_ACCESS_KEY: secret,
    }),
  )

it('SITE-12 keeps an image in the bucket that the environment names, and reads it again', async () => {
  const store = storeWith(KEYS.secretAccessKey)
  await store.put(NAME, Buffer.from('picture'))
  expect(double.objects.get(`/site/${NAME}`)).toEqual({
    file: Buffer.from('picture'),
    type: 'image/png',
  })
  expect(Buffer.from((await store.get(NAME)) ?? []).toString()).toBe('picture')
})

it('asks the bucket for an image once', async () => {
  const store = storeWith(KEYS.secretAccessKey)
  const name = NAME.replace('logos', 'favicon')
  await store.put(name, Buffer.from('once'))
  await store.get(name)
  double.objects.delete(`/site/${name}`)
  expect(Buffer.from((await store.get(name)) ?? []).toString()).toBe('once')
})

it('knows what was never kept from a store that refuses', async () => {
  const other = NAME.replace('logos', 'icons')
  expect(await storeWith(KEYS.secretAccessKey).get(other)).toBeUndefined()
  const stranger = storeWith('another')
  const refusal = {
    code: 'unavailable',
    cause: { message: expect.stringContaining('the store answered 403') },
  }
  await expect(stranger.get(NAME)).rejects.toMatchObject(refusal)
  await expect(stranger.put(other, Buffer.from('x'))).rejects.toMatchObject(refusal)
  expect(double.objects.has(`/site/${other}`)).toBe(false)
})

it('tries again where the store is busy', async () => {
  double.failNext(2)
  const name = NAME.replace('logos', 'seo')
  await storeWith(KEYS.secretAccessKey).put(name, Buffer.from('y'))
  expect(double.objects.get(`/site/${name}`)?.file.toString()).toBe('y')
})
