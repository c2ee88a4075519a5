import { expect, it } from 'vitest'
import type { WireMutation } from '#sync/contract/wire.ts'
import { checkAge, madeAt } from './mutation-age.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const SENT = new Date('2026-11-23T12:00:00.000Z')
const before = (ms: number) => new Date(SENT.getTime() - ms).toISOString()
const check = (created_at: string) => () => checkAge({ created_at } as WireMutation, SENT)

it('a mutation runs until it is 76 days old, 14 before its answer is purged', () => {
  expect(check(before(76 * DAY_MS))).not.toThrow()
  expect(check(before(76 * DAY_MS + 1))).toThrow('It is so old that it may have been done before.')
  expect(check('no time')).not.toThrow()
  expect(check(before(-DAY_MS))).not.toThrow()
})

it('was made as long before now as before its push, and never later than now', () => {
  const now = new Date('2026-11-24T00:00:00.000Z')
  expect(madeAt(before(1000), SENT, now)).toEqual(new Date(now.getTime() - 1000))
  expect(madeAt(before(-1000), SENT, now)).toEqual(now)
  expect(madeAt('no time', SENT, now)).toEqual(now)
})
