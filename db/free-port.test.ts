import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort, isFree } from './free-port.ts'

it('is none that an outgoing connection may have', async () => {
  for (let tries = 0; tries < 50; tries++) expect(await freePort()).toBeLessThan(32_768)
})

it('is free until it is listened at', async () => {
  const port = await freePort()
  expect(await isFree(port)).toBe(true)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  expect(await isFree(port)).toBe(false)
  await new Promise((resolve) => server.close(resolve))
})
