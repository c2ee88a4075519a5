import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Socket } from 'node:net'
import { Client, Errors } from 'typesense'

export type { Client as TypesenseClient } from 'typesense'

/** A search that takes longer is answered by somebody else. */
export const TIMEOUT_MS = 3000
/** Administration waits: dropping an index of a million people takes longer than a search may. */
const ADMINISTRATION_SECONDS = 60
const RETRY_SECONDS = 0.1
/** Without an answer an import has gone wrong; the client itself would wait for ever. */
const DEADLINE_MS = 120_000

/**
 * What a failed call says about the server: that it is `away` for everybody, that it was `slow`
 * this once, or that it `refused` this one call and would take others.
 */
export type FailureKind = 'away' | 'slow' | 'refused'

const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422])

/** What went wrong with a call to Typesense. */
export class TypesenseError extends Error {
  /** The status of its answer, when there was one. */
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
 * A client of one server or a cluster; a call that fails on one node goes to the next.
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
 * Once destroyed, the agent opens no connection any more: a call that begins after that fails at once,
 * where it could wait a minute for a server that hangs.
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
 * Waits for a call. The client's own errors carry the request with the API key and the documents
 * in it, which must not reach a log: only their words go on.
 * @throws TypesenseError
 */
export async function ask<T>(call: Promise<T>): Promise<T> {
  try {
    return await inTime(call, DEADLINE_MS)
  } catch (error) {
    if (error instanceof TypesenseError) throw error
    const status = error instanceof Errors.TypesenseError ? error.httpStatus : undefined
    throw new TypesenseError(wordsOf(error), status === undefined ? {} : { status })
  }
}

/** Waits so long and no longer. @throws TypesenseError of kind `slow` */
export async function inTime<T>(call: Promise<T>, ms: number): Promise<T> {
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

/** Like `ask`, with undefined where there is no such thing. */
export async function askIfThere<T>(call: Promise<T>): Promise<T | undefined> {
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
