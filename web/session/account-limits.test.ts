import { expect, it } from 'vitest'
import * as schema from '#api/contract/account.ts'
import * as limits from './account-limits.ts'

it('AUTH-04 has the limits of the server', () => {
  expect(schema).toMatchObject(limits)
})
