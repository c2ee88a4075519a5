import { expect, it } from 'vitest'
import { parseLogRequest } from './shape-request.ts'

const ADDRESS = 'http://shapes.test/v1/shape?table=goods&offset=-1'
const MEBIBYTE = 1024 * 1024

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request(ADDRESS, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

/** A body of so many bytes in parts, and how many of them were read. */
function streamed(bytes: number) {
  const part = new Uint8Array(64 * 1024).fill(' '.charCodeAt(0))
  const read = { bytes: 0 }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (read.bytes >= bytes) return controller.close()
      read.bytes += part.length
      controller.enqueue(part)
    },
  })
  return { body, read }
}

it('reads the parameters of a body', async () => {
  const { subset } = await parseLogRequest(post('{"where":"name = $1","params":{"1":"é"}}'))
  expect(subset).toMatchObject({ where: 'name = $1', params: { 1: 'é' } })
})

it('stops reading a body that is too large', async () => {
  const { body, read } = streamed(100 * MEBIBYTE)
  await expect(parseLogRequest(post(body))).rejects.toThrow('Request body too large')
  expect(read.bytes).toBeLessThan(2 * MEBIBYTE)
})

it('reads nothing of a body whose stated length is too large', async () => {
  const { body, read } = streamed(100 * MEBIBYTE)
  const headers = { 'content-length': String(100 * MEBIBYTE) }
  await expect(parseLogRequest(post(body, headers))).rejects.toThrow('Request body too large')
  expect(read.bytes).toBeLessThan(MEBIBYTE)
})

it('counts the bytes of a body, not its characters', async () => {
  const body = JSON.stringify({ where: 'é'.repeat(MEBIBYTE * 0.6) })
  await expect(parseLogRequest(post(body))).rejects.toThrow('Request body too large')
})
