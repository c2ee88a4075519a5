import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Relays connections to a port of this machine, and can act like a broken network. */
export interface TcpRelay {
  /** A server's address through the relay. */
  urlOf(url: string): string
  /** Connects new connections to the server at this address. */
  leadTo(url: string): void
  /** Open connections pass nothing on any more, in either direction, and stay open. */
  fallSilent(): void
  close(): Promise<void>
}

/** Opens a relay to the server at this address. */
export async function openTcpRelay(url: string): Promise<TcpRelay> {
  const portOf = (address: string) => Number(new URL(address).port)
  const lines = new Set<{ sockets: Socket[]; isSilent: boolean }>()
  let target = portOf(url)
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const line = { sockets: [near, far], isSilent: false }
    lines.add(line)
    const passOn = (from: Socket, to: Socket) => {
      from.on('data', (data) => line.isSilent || to.write(data))
      from.on('error', () => from.destroy())
      from.on('close', () => to.destroy())
    }
    passOn(near, far)
    passOn(far, near)
    near.on('close', () => lines.delete(line))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (address) => Object.assign(new URL(address), { port: String(port) }).href,
    leadTo(address) {
      target = portOf(address)
    },
    fallSilent() {
      for (const line of lines) line.isSilent = true
    },
    async close() {
      server.close()
      for (const { sockets } of lines) for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
