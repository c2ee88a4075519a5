import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * The first candidate is below the ports that systems assign to outgoing connections (Linux: from
 * 32768): such a connection could keep a restarted server from its port.
 */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000

/** A port of this machine that is free at the moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1)
    if (await isFree(port)) return port
  }
}

/** Whether a port of this machine is free. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
