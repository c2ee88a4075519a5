import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { AppError } from '#sync/contract/errors.ts'
import { type AssetStore, assetType } from './asset-store.ts'

export interface S3Options {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A nearby store answers in milliseconds, one across an ocean within this. */
const TIMEOUT_MS = 10_000

/** The retries after a temporary refusal (429, 5xx), with growing backoff. */
const RETRIES = 2

/**
 * Stores images in a bucket of an S3-compatible store, addressed by path, which all such stores
 * support. The bucket is private: the app serves its files, so that their URLs survive a change of
 * store and the content policy lists no other site.
 */
export function s3Assets({ endpoint, bucket, ...credentials }: S3Options): AssetStore {
  const client = new AwsClient({ ...credentials, service: 's3', retries: RETRIES })
  const urlOf = (name: string) => `${endpoint.replace(/\/$/, '')}/${bucket}/${name}`
  const within = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) })
  const store: AssetStore = {
    async put(name, file) {
      const response = await client.fetch(urlOf(name), {
        method: 'PUT',
        body: Buffer.from(file),
        headers: {
          'Content-Type': assetType(name),
          // The hash is part of the signature: the store refuses a body altered on the way.
          'X-Amz-Content-Sha256': createHash('sha256').update(file).digest('hex'),
        },
        ...within(),
      })
      if (!response.ok) throw await failure('kept', response)
    },
    async get(name) {
      const response = await client.fetch(urlOf(name), within())
      if (response.status === 404) return undefined
      if (!response.ok) throw await failure('read', response)
      return new Uint8Array(await response.arrayBuffer())
    },
  }
  return {
    put: (name, file) => fromStore(store.put(name, file)),
    get: (name) => fromStore(store.get(name)),
  }
}

/** @throws AppError `unavailable` when the store is unavailable or refuses */
async function fromStore<T>(call: Promise<T>): Promise<T> {
  return call.catch((cause: unknown) => {
    throw new AppError('unavailable', 'The image store does not answer.', { cause })
  })
}

async function failure(done: string, response: Response): Promise<Error> {
  const text = (await response.text()).slice(0, 500)
  return new Error(`An image was not ${done}: the store answered ${response.status}. ${text}`)
}
