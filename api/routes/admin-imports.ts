import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createRoute, z } from '@hono/zod-openapi'
import { callerOf } from '#api/caller.ts'
import { router } from '#api/context.ts'
import {
  adminImport,
  directoryFigures,
  importPage,
  importQuery,
  importStart,
  newImport,
} from '#api/contract/admin-imports.ts'
import { confirmed } from '#api/middleware/confirmed.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { attachment } from '#api/services/export/file-name.ts'
import { countDirectory } from '#api/services/imports/directory-figures.ts'
import { cancelImport, listImports, readImport } from '#api/services/imports/imports.ts'
import {
  addChunk,
  beginUpload,
  completeUpload,
  discardFile,
} from '#api/services/imports/uploads.ts'
import { UPLOAD_BYTES_MAX } from '#db/schema/directory-imports.ts'
import { AppError } from '#sync/contract/errors.ts'
import { binary, errorResponses, json, jsonBody } from './responses.ts'

const tags = ['Administration']
/** The check comes before the body is read: a chunk is held in memory. */
const admins = permitted('directory.manage')
const limit = rateLimit({ requests: 300, seconds: 60 })
/** The limit amounts to 4 GB a minute. */
const limitOfChunks = rateLimit({ requests: 1_000, seconds: 60 })
const params = z.object({ id: z.uuid() })

const figures = createRoute({
  method: 'get',
  path: '/admin/directory',
  summary: 'Count people by source, and people who are excluded',
  tags,
  middleware: [admins, limit] as const,
  responses: { 200: json(directoryFigures, 'Counted now.'), ...errorResponses(403, 429) },
})

const list = createRoute({
  method: 'get',
  path: '/admin/imports',
  summary: 'List imports, newest first',
  tags,
  middleware: [admins, limit] as const,
  request: { query: importQuery },
  responses: { 200: json(importPage, 'A page of 20.'), ...errorResponses(400, 403, 429) },
})

const read = createRoute({
  method: 'get',
  path: '/admin/imports/{id}',
  summary: 'Read an import; GET and HEAD return the position of the upload in Upload-Offset',
  tags,
  middleware: [admins, limit] as const,
  request: { params },
  responses: { 200: json(adminImport, 'As it stands.'), ...errorResponses(400, 403, 404, 429) },
})

const begin = createRoute({
  method: 'post',
  path: '/admin/imports',
  summary: 'Start an upload, or resume the unfinished upload of the same file',
  tags,
  middleware: [admins, limit] as const,
  request: { body: jsonBody(newImport) },
  responses: {
    201: json(adminImport, 'Chunks are awaited from `received_bytes` on.'),
    ...errorResponses(400, 403, 409, 413, 429),
  },
})

const chunk = createRoute({
  method: 'put',
  path: '/admin/imports/{id}/file',
  summary: 'Append a chunk to the upload',
  tags,
  middleware: [admins, limitOfChunks] as const,
  request: {
    params,
    query: z.object({ offset: z.coerce.number().int().min(0).max(UPLOAD_BYTES_MAX) }),
    body: {
      required: true,
      content: { 'application/octet-stream': binary },
    },
  },
  responses: {
    200: json(z.object({ received_bytes: z.number() }), 'How much is there now.'),
    ...errorResponses(400, 403, 404, 409, 413, 429),
  },
})

const complete = createRoute({
  method: 'post',
  path: '/admin/imports/{id}/complete',
  summary: 'Finish the upload and verify its checksum',
  tags,
  middleware: [admins, limit] as const,
  request: { params },
  responses: {
    200: json(adminImport, 'The file is whole.'),
    ...errorResponses(400, 403, 404, 409, 429),
  },
})

const check = createRoute({
  method: 'post',
  path: '/admin/imports/{id}/check',
  summary: 'Preview an import',
  tags,
  middleware: [admins, limit] as const,
  request: { params },
  responses: { 202: json(adminImport, 'It runs.'), ...errorResponses(400, 403, 404, 409, 429) },
})

const start = createRoute({
  method: 'post',
  path: '/admin/imports/{id}/start',
  summary: 'Start an import',
  tags,
  middleware: [admins, confirmed(), limit] as const,
  request: {
    params,
    body: jsonBody(importStart),
  },
  responses: { 202: json(adminImport, 'It runs.'), ...errorResponses(400, 403, 404, 409, 429) },
})

const cancel = createRoute({
  method: 'post',
  path: '/admin/imports/{id}/cancel',
  summary: 'Cancel after the current batch',
  tags,
  middleware: [admins, limit] as const,
  request: { params },
  responses: { 202: json(adminImport, 'Asked for.'), ...errorResponses(400, 403, 404, 409, 429) },
})

const discard = createRoute({
  method: 'delete',
  path: '/admin/imports/{id}/file',
  summary: 'Delete the uploaded file',
  tags,
  middleware: [admins, limit] as const,
  request: { params },
  responses: { 200: json(adminImport, 'Gone.'), ...errorResponses(400, 403, 404, 409, 429) },
})

const rejects = createRoute({
  method: 'get',
  path: '/admin/imports/{id}/rejects',
  summary: 'Download rejected rows with reasons',
  tags,
  middleware: [admins, limit] as const,
  request: { params },
  responses: {
    200: {
      description: 'Line and reason.',
      content: { 'text/csv': binary },
    },
    ...errorResponses(400, 403, 404, 429),
  },
})

export const adminImportRoutes = router()
  .openapi(figures, async (c) => c.json(await countDirectory(c.var.parts.sql), 200))
  .openapi(list, async (c) => {
    const { before } = c.req.valid('query')
    return c.json(await listImports(c.var.parts.imports, before), 200)
  })
  .openapi(read, async (c) => {
    const found = await readImport(c.var.parts.imports, c.req.valid('param').id)
    c.header('Upload-Offset', String(found.received_bytes))
    return c.json(found, 200)
  })
  .openapi(begin, async (c) => {
    const { parts } = c.var
    const id = await beginUpload(parts.imports, callerOf(c), c.req.valid('json'))
    return c.json(await readImport(parts.imports, id), 201)
  })
  .openapi(chunk, async (c) => {
    const { id } = c.req.valid('param')
    const { offset } = c.req.valid('query')
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    const received_bytes = await addChunk(c.var.parts.imports, id, offset, bytes)
    return c.json({ received_bytes }, 200)
  })
  .openapi(complete, async (c) => {
    const { id } = c.req.valid('param')
    await completeUpload(c.var.parts.imports, id)
    return c.json(await readImport(c.var.parts.imports, id), 200)
  })
  .openapi(check, async (c) => {
    const { parts } = c.var
    const { id } = c.req.valid('param')
    const request = { id, task: 'check', isForced: false, caller: callerOf(c) } as const
    await parts.imports.runner.start(request)
    return c.json(await readImport(parts.imports, id), 202)
  })
  .openapi(start, async (c) => {
    const { parts } = c.var
    const { id } = c.req.valid('param')
    const { isForced } = c.req.valid('json')
    const request = { id, task: 'import', isForced, caller: callerOf(c) } as const
    await parts.imports.runner.start(request)
    return c.json(await readImport(parts.imports, id), 202)
  })
  .openapi(cancel, async (c) => {
    const { parts } = c.var
    const { id } = c.req.valid('param')
    await cancelImport(parts.imports, callerOf(c), id)
    return c.json(await readImport(parts.imports, id), 202)
  })
  .openapi(discard, async (c) => {
    const { parts } = c.var
    const { id } = c.req.valid('param')
    await discardFile(parts.imports, callerOf(c), id)
    return c.json(await readImport(parts.imports, id), 200)
  })
  .openapi(rejects, async (c) => {
    const { imports } = c.var.parts
    const { id, hasRejects } = await readImport(imports, c.req.valid('param').id)
    if (!hasRejects) throw new AppError('not_found', 'There is no such file any more.')
    const file = Readable.toWeb(createReadStream(imports.files.rejectsPath(id)))
    return c.body(file as ReadableStream<Uint8Array>, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachment(`rejects-${id}.csv`),
    })
  })
