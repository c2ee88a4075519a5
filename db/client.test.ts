import { expect, it } from 'vitest'
import { isConnectionLoss } from './client.ts'

it.each(['ECONNRESET', 'EPIPE', 'CONNECT_TIMEOUT', '57P01', '57P03', '53300'])(
  'takes %s for a database that could not be reached: a retry may help',
  (code) => expect(isConnectionLoss(Object.assign(new Error('x'), { code }))).toBe(true),
)

it.each([new Error('x'), { code: '23505' }, { code: '57014' }, { code: 53300 }, null, 'x'])(
  'takes %o for a fault of another kind',
  (error) => expect(isConnectionLoss(error)).toBe(false),
)
