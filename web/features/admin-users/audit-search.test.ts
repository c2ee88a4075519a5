import { expect, it } from 'vitest'
import { readAuditSearch } from './audit-search.ts'

it('keeps what an address says of the log, and nothing else', () => {
  const search = { query: 'csv', action: 'user.ban', from: '2026-02-28', to: '2026-03-01' }
  expect(readAuditSearch({ ...search, actor: '', page: 2 })).toEqual(search)
  expect(readAuditSearch({ from: '2026-02-30', to: 'yesterday', network: 10 })).toEqual({
    network: '10',
  })
  expect(readAuditSearch({ from: '0000-01-01', to: '1999-12-31' })).toEqual({})
})
