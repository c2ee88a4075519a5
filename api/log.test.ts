import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { createLog } from './log.ts'

it('a request is one short line for people, a fault comes with its place', async () => {
  vi.useFakeTimers({ now: new Date(2026, 0, 2, 9, 5, 7), toFake: ['Date'] })
  const output = new PassThrough()
  const log = createLog('info', { isForPeople: true, output }).child({ requestId: 'r-1' })
  log.info({ method: 'POST', route: '/api/search', status: 200, ms: 12.4 })
  log.error({ err: new Error('It broke') }, 'Request failed')
  vi.useRealTimers()
  setImmediate(() => output.end())
  const printed = await text(output)
  expect(printed.split('\n')[0]).toBe('[09:05:07]: POST /api/search 200 12 ms')
  expect(printed).toMatch(/\[09:05:07\] ERROR: Request failed\n {4}err: [\s\S]*It broke\n +at /)
  expect(printed).not.toContain('r-1')
})

it('tells nothing of the rows that a database error names, of several errors either', async () => {
  const output = new PassThrough()
  const log = createLog('info', { isForPeople: true, output })
  const error = () =>
    Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(jo@x.test)' })
  log.error({ err: error() }, 'One failed')
  log.error({ err: new AggregateError([error(), error()], '2 of 3 owners failed.') })
  setImmediate(() => output.end())
  const printed = await text(output)
  expect(printed.match(/23505/g)).toHaveLength(3)
  expect(printed).not.toContain('jo@x.test')
})
