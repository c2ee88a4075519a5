import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const ALGORITHM = 'AWS4-HMAC-SHA256'

/** A running store of objects. */
export interface S3Double {
  endpoint: string
  /** The stored objects, by path. */
  objects: Map<string, { file: Buffer; type: string }>
  /** Answers this many requests with 503 first. */
  failNext(times: number): void
  close(): Promise<void>
}

/**
 * A test double of an S3-compatible store, for behaviour that a real one cannot be made to show: PUT and
 * GET by path, each refused unless it is signed (Signature Version 4, computed here from Amazon's
 * description) by the one known key and the signature covers this body.
 */
export async function s3Double(credentials: {
  accessKeyId: string
  secretAccessKey: string
  region: string
}): Promise<S3Double> {
  const objects: S3Double['objects'] = new Map()
  let failures = 0
  const server = createServer(async (request, response) => {
    const body = await readAll(request)
    if (failures > 0) {
      failures -= 1
      return response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    }
    const path = request.url ?? ''
    if (!isSigned(request, body, credentials)) {
      return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    }
    if (request.method === 'PUT') {
      objects.set(path, { file: body, type: request.headers['content-type'] ?? '' })
      return response.writeHead(200).end()
    }
    const object = objects.get(path)
    if (!object) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    return response.writeHead(200, { 'Content-Type': object.type }).end(object.file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failNext(times) {
      failures = times
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function isSigned(
  request: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey, region }: Parameters<typeof s3Double>[0],
): boolean {
  const header = request.headers.authorization ?? ''
  const [, key, day, signedNames = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/[^,]+, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      header,
    ) ?? []
  const stated = String(request.headers['x-amz-content-sha256'])
  if (key !== accessKeyId || !day) return false
  if (stated !== 'UNSIGNED-PAYLOAD' && stated !== sha256(body)) return false
  const names = signedNames.split(';')
  const canonical = [
    request.method,
    request.url,
    '',
    ...names.map((name) => `${name}:${String(request.headers[name])}`),
    '',
    signedNames,
    stated,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = [ALGORITHM, request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  )
  return createHmac('sha256', signingKey).update(toSign).digest('hex') === signature
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}
