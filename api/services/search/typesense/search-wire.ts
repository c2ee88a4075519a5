import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { TIMEOUT_MS, type TypesenseClient, TypesenseError } from './client.ts'

/**
 * Searches over plain HTTP on keep-alive connections: the official client takes two milliseconds of
 * CPU time per request, several times what the search itself does here. Nodes and key are the
 * client's; a node that does not respond is skipped, and tried last from then on.
 */
export class SearchWire {
  private readonly nodes: string[]
  private readonly headers: Record<string, string>

  constructor(private readonly client: TypesenseClient) {
    const { nodes, apiKey } = client.configuration
    this.nodes = nodes.map((node) => ('url' in node && node.url) || '')
    this.headers = { 'content-type': 'application/json', 'x-typesense-api-key': apiKey }
  }

  /**
   * Posts to a path and returns the response.
   * @throws TypesenseError
   */
  async post(path: string, body: unknown): Promise<unknown> {
    const text = JSON.stringify(body)
    const deadline = Date.now() + TIMEOUT_MS
    for (let tried = 1; ; tried++) {
      const [node = ''] = this.nodes
      try {
        return await this.postTo(node + path, text, deadline)
      } catch (error) {
        const isNodesFault = error instanceof TypesenseError && error.kind === 'away'
        if (!isNodesFault || tried >= this.nodes.length) throw error
        // Another search may have moved on already.
        if (this.nodes[0] === node) this.nodes.push(...this.nodes.splice(0, 1))
      }
    }
  }

  private postTo(url: string, body: string, deadline: number, isNew = false): Promise<unknown> {
    const { httpAgent, httpsAgent } = this.client.configuration
    const isSecure = url.startsWith('https:')
    const agent = isSecure ? httpsAgent : httpAgent
    return new Promise((resolve, reject) => {
      const request = (isSecure ? httpsRequest : httpRequest)(
        url,
        {
          method: 'POST',
          ...(isNew ? { agent: false } : agent ? { agent } : {}),
          headers: { ...this.headers, 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            isOver = true
            clearTimeout(timer)
            try {
              resolve(read(response.statusCode ?? 0, Buffer.concat(chunks).toString()))
            } catch (error) {
              reject(error)
            }
          })
          response.on('error', fail)
        },
      )
      let isOver = false
      // An aborted search fails twice: its request, and the response if it had begun.
      const fail = (error: NodeJS.ErrnoException) => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        // The server closed a kept-alive connection just as this search used it.
        if (request.reusedSocket && error.code === 'ECONNRESET' && !isNew) {
          resolve(this.postTo(url, body, deadline, true))
          return
        }
        // Security: only the message is kept, because the error contains the request with the API
        // key.
        const words = error.message || error.code || error.name
        reject(error instanceof TypesenseError ? error : new TypesenseError(words))
      }
      // The timer covers the whole response: a socket's own timeout restarts with every byte.
      const timer = setTimeout(
        () => request.destroy(new TypesenseError('no answer in time', { kind: 'slow' })),
        Math.max(0, deadline - Date.now()),
      )
      request.on('error', fail)
      request.end(body)
    })
  }
}

function read(status: number, text: string): unknown {
  if (status >= 200 && status < 300) return JSON.parse(text)
  let words = `status ${status}`
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    if (typeof message === 'string') words = message
  } catch (error) {
    // The response is not JSON, for example a proxy's HTML page.
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new TypesenseError(words, { status })
}
