import { existsSync } from 'node:fs'
import { readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { purgeImportFiles } from '#api/services/imports/uploads.ts'
import { UPLOAD_BYTES_MAX, UPLOAD_CHUNK_BYTES } from '#db/schema/directory-imports.ts'
import { importCalls, people, sha256 } from '#tests/support/admin-imports.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'

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

const { ask, answer, failure, begin, send, upload, read, over } = importCalls(() => ({
  app,
  cookies,
}))

describe('an upload', () => {
  const content = people(0, 100)

  it('goes on where it stopped, and is whole when its checksum is right', async () => {
    const { status, body } = await begin(content)
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        state: 'uploading',
        received_bytes: 0,
        hasFile: false,
        created_by: 'admin@clinidex.test',
      },
    })
    const { id } = body
    const [first, second] = [content.slice(0, 1_000), content.slice(1_000)]
    expect(await answer(...send(id, 0, first))).toEqual({
      status: 200,
      body: { received_bytes: 1_000 },
    })
    // The chunk is repeated, as after a lost response; then one beyond the next is sent.
    for (const offset of [0, 2_000]) {
      expect(await failure(...send(id, offset, second))).toEqual({
        ...{ status: 409, code: 'wrong_offset', data: { offset: 1_000 } },
        message: 'The upload goes on at byte 1000.',
      })
    }
    const head = await ask(`/imports/${id}`, { method: 'HEAD' })
    expect(head.headers.get('Upload-Offset')).toBe('1000')
    expect(await failure(`/imports/${id}/complete`, { json: {} })).toMatchObject({
      ...{ status: 409, code: 'wrong_offset', data: { offset: 1_000 } },
    })
    // The tab was killed: the same file is chosen again.
    expect((await begin(content)).body).toMatchObject({ id, received_bytes: 1_000 })
    await answer(...send(id, 1_000, second))
    expect((await answer(`/imports/${id}/complete`, { json: {} })).body).toMatchObject({
      ...{ state: 'ready', hasFile: true, received_bytes: content.length },
    })
    const path = app.parts.imports.files.path(id)
    expect(await readFile(path, 'utf8')).toBe(content)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(path.replace(/\/file$/, ''))).mode & 0o777).toBe(0o700)
  })

  it('goes on behind what is on the disk after a crash', async () => {
    const { id } = (await begin(content)).body
    await answer(...send(id, 0, content.slice(0, 2_000)))
    await truncate(app.parts.imports.files.path(id), 1_500)
    expect((await read(id)).received_bytes).toBe(1_500)
    expect((await answer(...send(id, 1_500, content.slice(1_500)))).status).toBe(200)
    expect((await answer(`/imports/${id}/complete`, { json: {} })).body.state).toBe('ready')
  })

  it('that is another file than announced is deleted and says so', async () => {
    const { id } = (await begin(content)).body
    await answer(...send(id, 0, content.replace('Ann', 'Eve')))
    const damaged =
      'What arrived is not the file that was chosen: its checksum differs. Choose it again.'
    expect(await failure(`/imports/${id}/complete`, { json: {} })).toEqual({
      ...{ status: 400, code: 'invalid_input', message: damaged },
    })
    expect(await read(id)).toMatchObject({ state: 'failed', failure: damaged, hasFile: false })
    expect(existsSync(app.parts.imports.files.path(id))).toBe(false)
    expect(await failure(`/imports/${id}/start`, { json: {} })).toMatchObject({
      ...{ status: 409, message: 'Its file is not here as a whole: upload it first.' },
    })
    expect((await begin(content)).status).toBe(201)
  })

  it('is one at a time of each administrator, until it is discarded', async () => {
    const { id } = (await begin(content)).body
    await answer(...send(id, 0, content.slice(0, 100)))
    const others = people(500, 3)
    const refused = {
      ...{ format: 'csv', fileName: 'b.csv', bytes: others.length, sha256: sha256(others) },
    }
    expect(await failure('/imports', { json: refused })).toEqual({
      ...{ status: 409, code: 'import_busy' },
      message: 'You are uploading another file: finish or discard it first.',
    })
    const gone = await answer(`/imports/${id}/file`, { method: 'DELETE' })
    expect(gone.body).toMatchObject({ state: 'cancelled', hasFile: false })
    expect(existsSync(app.parts.imports.files.path(id))).toBe(false)
    expect(await failure(...send(id, 100, 'x'))).toMatchObject({ status: 404 })
    expect((await begin(others)).status).toBe(201)
  })

  it('of two tabs keeps each byte once', async () => {
    const { id } = (await begin(content)).body
    const sent = await Promise.all(Array.from({ length: 6 }, () => ask(...send(id, 0, content))))
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await answer(`/imports/${id}/complete`, { json: {} })).body.state).toBe('ready')
  })

  it('resumes where the disk has room for the rest of the file alone', async () => {
    const { id } = (await begin(content)).body
    await answer(...send(id, 0, content.slice(0, 100)))
    const rest = content.length - 100
    const room = vi.spyOn(app.parts.imports.files, 'room').mockResolvedValueOnce(rest)
    expect((await begin(content)).body).toMatchObject({ id, received_bytes: 100 })
    room.mockResolvedValueOnce(rest - 1)
    expect((await begin(content)).status).toBe(413)
    room.mockRestore()
  })

  it('that is too large is refused before it is kept', async () => {
    const json = { format: 'csv', fileName: 'a.csv', bytes: 10, sha256: sha256('') }
    expect(
      await failure('/imports', { json: { ...json, bytes: UPLOAD_BYTES_MAX + 1 } }),
    ).toMatchObject({ status: 400, code: 'invalid_input' })
    const room = vi.spyOn(app.parts.imports.files, 'room').mockResolvedValueOnce(2.04e9)
    expect(await failure('/imports', { json: { ...json, bytes: 3e9 } })).toMatchObject({
      ...{ status: 413, code: 'too_large' },
      message: 'There is no room for it: 2.0 GB are left on the disk.',
    })
    room.mockRestore()
    expect(await app.sql`select from directory_imports`).toHaveLength(0)
    const { id } = (await answer('/imports', { json })).body
    expect(await failure(...send(id, 0, 'x'.repeat(11)))).toMatchObject({
      ...{ status: 413, message: 'The file is larger than was announced.' },
    })
    expect(await failure(...send(id, 0, 'x'.repeat(UPLOAD_CHUNK_BYTES + 1)))).toMatchObject({
      ...{ status: 413, message: 'The request is too large.' },
    })
    expect((await read(id)).received_bytes).toBe(0)
  })

  it.each([
    ['another kind', { format: 'taxonomy' }],
    ['no name', { fileName: '' }],
    ['an empty file', { bytes: 0 }],
    ['a checksum of another kind', { sha256: 'd41d8cd98f00b204e9800998ecf8427e' }],
  ])('of %s is invalid', async (_, said) => {
    expect((await begin(content, said)).status).toBe(400)
  })
})

it('files that nobody touched for 7 days are deleted, with what a check told of people', async () => {
  const id = await upload(people(70_000, 3))
  await answer(`/imports/${id}/check`, { json: {} })
  await over(id)
  expect(await purgeImportFiles(app.parts.imports)).toBe(0)
  await app.sql`update directory_imports set touched_at = now() - interval '8 days'`
  await writeFile(app.parts.imports.files.rejectsPath(id), 'line,reason\n')
  expect(await purgeImportFiles(app.parts.imports)).toBe(1)
  expect(await read(id)).toMatchObject({
    ...{ state: 'cancelled', hasFile: false, hasRejects: false, check: null },
  })
  expect(existsSync(app.parts.imports.files.path(id))).toBe(false)
})
