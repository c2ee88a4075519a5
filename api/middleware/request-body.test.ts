import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { AppEnv } from '#api/context.ts'
import { UPLOAD_CHUNK_BYTES } from '#db/schema/directory-imports.ts'
import { IMAGE_MAX_BYTES } from '#db/schema/setting-keys.ts'
import { PUSH_MAX_BYTES } from '#sync/contract/wire.ts'
import { requestBody } from './request-body.ts'

const app = new Hono<AppEnv>()
app.use(requestBody())
app.all('*', (c) => c.text('taken'))
app.onError((error, c) => c.text((error as { code?: string }).code ?? 'other'))

const KIB = 1024
const JSON_TYPE = 'application/json'
const FORM = 'multipart/form-data; boundary=x'
const IMAGE = 'POST /api/admin/settings/logo_url/image'
const PART = 'PUT /api/admin/imports/7/file'

/** The outcome of a body that merely states to have this many bytes. */
async function send(route: string, type: string | undefined, bytes: number): Promise<string> {
  const [method = '', path = ''] = route.split(' ')
  const headers = { 'Content-Length': String(bytes), ...(type && { 'Content-Type': type }) }
  return (await app.request(path, { method, headers })).text()
}

it.each([
  ['an export', 'POST /api/export', JSON_TYPE, 512 * KIB],
  ['a push', 'POST /api/mutations', JSON_TYPE, PUSH_MAX_BYTES],
  ['an image', IMAGE, 'image/png', IMAGE_MAX_BYTES],
  ['a part of an import', PART, 'text/csv', UPLOAD_CHUNK_BYTES],
])('takes %s up to its limit and no longer', async (_, route, type, limit) => {
  expect(await send(route, type, limit)).toBe('taken')
  expect(await send(route, type, limit + 1)).toBe('too_large')
})

it.each([
  ['a form where JSON is due', 'POST /api/export', FORM],
  ['a form as a push', 'POST /api/mutations', FORM],
  ['text that is like JSON', 'POST /api/export', 'application/jsonp'],
  ['a form as an image', IMAGE, FORM],
  ['an image without a type', IMAGE, undefined],
  ['JSON as an image', IMAGE, JSON_TYPE],
])('refuses %s', async (_, route, type) => {
  expect(await send(route, type, KIB)).toBe('invalid_input')
})

it.each([
  ['JSON with its characters named', 'POST /api/export', `${JSON_TYPE}; charset=utf-8`],
  ['a call without a type', 'POST /api/export', undefined],
  ['the form of a mail program', 'POST /api/watch-mails/off', 'application/x-www-form-urlencoded'],
  ['any file as a part of an import', PART, 'application/zip'],
])('takes %s', async (_, route, type) => {
  expect(await send(route, type, KIB)).toBe('taken')
})

it.each([
  ['another method', 'PUT /api/mutations'],
  ['a longer path', 'POST /api/mutations/more'],
])('holds the limit of a push to its route: %s has the usual one', async (_, route) => {
  expect(await send(route, JSON_TYPE, 512 * KIB + 1)).toBe('too_large')
})
