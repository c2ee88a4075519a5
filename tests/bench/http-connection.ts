import { connect, type Socket } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')

export interface Answer {
  status: number
  /** Its `Server-Timing`, empty without one. */
  steps: string
  body: Buffer
}

/**
 * A keep-alive connection that posts JSON, one request at a time. Node's own client takes about as much
 * processor time per request as the server does, and both share the machine.
 */
export class HttpConnection {
  private readonly socket: Socket
  private readonly head: string
  private received: Buffer[] = []
  private length = 0
  /** Bytes of the present answer, head included; undefined until its head has arrived. */
  private expected: number | undefined
  private waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined

  /** @param localAddress the address that the server sees */
  constructor(url: string, headers: Record<string, string>, localAddress: string) {
    const { hostname, port, host, pathname } = new URL(url)
    const lines = Object.entries({ Host: host, 'Content-Type': 'application/json', ...headers })
    this.head = [`POST ${pathname} HTTP/1.1`, ...lines.map((line) => line.join(': '))].join('\r\n')
    this.socket = connect({ host: hostname, port: Number(port), localAddress, noDelay: true })
    this.socket.on('data', (chunk: Buffer) => this.take(chunk))
    this.socket.on('error', (error) => this.waiting?.reject(error))
    this.socket.on('close', () => this.waiting?.reject(new Error('The server hung up.')))
  }

  post(json: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject }
      this.socket.write(`${this.head}\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`)
    })
  }

  close(): void {
    this.waiting = undefined
    this.socket.destroy()
  }

  private take(chunk: Buffer): void {
    this.received.push(chunk)
    this.length += chunk.length
    if (this.expected === undefined) {
      const answer = Buffer.concat(this.received)
      const headEnd = answer.indexOf(HEAD_END)
      if (headEnd < 0) return
      const [, length] =
        /\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, headEnd)) ?? []
      if (length === undefined) {
        this.socket.destroy(new Error('An answer of no length.'))
        return
      }
      this.expected = headEnd + HEAD_END.length + Number(length)
      this.received = [answer]
    }
    if (this.length < this.expected) return
    const answer = Buffer.concat(this.received)
    const headEnd = answer.indexOf(HEAD_END)
    const { waiting } = this
    this.waiting = undefined
    this.received = []
    this.length = 0
    this.expected = undefined
    const head = answer.toString('latin1', 0, headEnd)
    const [, steps = ''] = /\r\nserver-timing: (.*)/i.exec(head) ?? []
    // "HTTP/1.1 200": the status has the same offset in every answer.
    const status = Number(head.slice(9, 12))
    waiting?.resolve({ status, steps, body: answer.subarray(headEnd + HEAD_END.length) })
  }
}
