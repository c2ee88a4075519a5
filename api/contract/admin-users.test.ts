import { expect, it } from 'vitest'
import { auditQuery } from './admin-audit.ts'
import { userQuery } from './admin-users.ts'

it('an administrator’s search is without the invisible characters it was copied with', () => {
  const copied = { query: '\u200b ada\u200b@b.test ' }
  expect(userQuery.parse({ ...copied, plan: '\u00ad' })).toMatchObject({
    query: 'ada@b.test',
    plan: '',
  })
  expect(auditQuery.parse({ ...copied, actor: '\u200b' })).toEqual({
    query: 'ada@b.test',
    actor: '',
  })
})
