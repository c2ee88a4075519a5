import { createServer } from 'node:net'

/** A port of this machine that is free at this moment. */
export function freePort(): Promise<number> {
  return listenOnce(0)
}

/** Whether a port of this machine is free. */
export function isFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  )
}

/** @param port 0 for any. @returns the port. */
function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
