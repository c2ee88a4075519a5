import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Socket } from 'node:net'
import { Client, Errors } from 'typesense'

export type { Client as TypesenseClient } from 'typesense'

/** A search that takes longer is answered by the fallback. */
export const TIMEOUT_MS = 3000
/**
 * The timeout of administrative requests: dropping an index of a million people takes longer than a
 * search may.
 */
const ADMINISTRATION_SECONDS = 60
const RETRY_SECONDS = 0.1
/** The timeout of an import; the client itself has none. */
const DEADLINE_MS = 120_000

/**
 * What a failed request says about the server: it is `away` for all requests, was `slow` this once,
 * or `refused` this request and would accept others.
 */
export type FailureKind = 'away' | 'slow' | 'refused'

const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422])

/** A failed request to Typesense. */
export class TypesenseError extends Error {
  /** The HTTP status, when there was a response. */
  readonly status: number | undefined
  readonly kind: FailureKind

  constructor(message: string, { status, kind }: { status?: number; kind?: FailureKind } = {}) {
    super(`Typesense: ${message}`)
    this.name = 'TypesenseError'
    this.status = status
    this.kind = kind ?? (status !== undefined && REFUSALS.has(status) ? 'refused' : 'away')
  }
}

/**
 * A client of one server or a cluster; a request that fails on one node goes to the next.
 * @param url addresses of all nodes, separated by commas
 */
export function connectTypesense({ url, apiKey }: { url: string; apiKey: string }): Client {
  const nodes = url.split(',').map((node) => ({ url: node.trim().replace(/\/+$/, '') }))
  return new Client({
    nodes,
    apiKey,
    connectionTimeoutSeconds: ADMINISTRATION_SECONDS,
    numRetries: nodes.length - 1,
    retryIntervalSeconds: RETRY_SECONDS,
    httpAgent: endsForGood(new HttpAgent({ keepAlive: true })),
    httpsAgent: endsForGood(new HttpsAgent({ keepAlive: true })),
    logLevel: 'silent',
  })
}

/**
 * Makes a destroyed agent open no new connections: a later request fails at once instead of waiting
 * up to a minute for a hanging server.
 */
function endsForGood<T extends HttpAgent>(agent: T): T {
  const destroy = agent.destroy.bind(agent)
  agent.destroy = () => {
    destroy()
    agent.createConnection = (_options, callback) => {
      callback?.(new Error('The connections were closed.'), new Socket())
      return undefined
    }
  }
  return agent
}

/**
 * Awaits a request. Security: the client's errors contain the request with its API key and documents,
 * which must not be logged: only their message is kept.
 * @throws TypesenseError
 */
export async function ask<T>(call: Promise<T>): Promise<T> {
  try {
    return await withTimeout(call, DEADLINE_MS)
  } catch (error) {
    if (error instanceof TypesenseError) throw error
    const status = error instanceof Errors.TypesenseError ? error.httpStatus : undefined
    throw new TypesenseError(wordsOf(error), status === undefined ? {} : { status })
  }
}

/** Awaits with a timeout. @throws TypesenseError of kind `slow` */
export async function withTimeout<T>(call: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    const late = () => reject(new TypesenseError('no answer in time', { kind: 'slow' }))
    timer = setTimeout(late, ms)
  })
  try {
    return await Promise.race([call, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** Like `ask`, but undefined for a 404. */
export async function askOrUndefined<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await ask(call)
  } catch (error) {
    if (error instanceof TypesenseError && error.status === 404) return undefined
    throw error
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof Errors.ImportError) {
    const failed = error.importResults.filter((result) => !result.success)
    const [first] = failed
    return `${failed.length} documents not taken in, the first: ${first?.error ?? 'unknown'}`
  }
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  return error.message || code || error.name
}
