import { expect, it } from 'vitest'
import { submissionQuery } from '#api/contract/admin-submissions.ts'
import { readSubmissionView } from './submission-tabs.ts'

it.each<[Record<string, unknown>, Record<string, unknown>]>([
  [{}, {}],
  [
    { tab: 'approved', page: 2 },
    { tab: 'approved', page: 2 },
  ],
  [{ tab: 'pending', page: '3' }, { page: 3 }],
  [{ tab: 'deleted', page: 1 }, {}],
  [{ page: 100_000 }, { page: 100_000 }],
  ...[100_001, 999_999_999, 1e21, -1, 1.5, 'x', Number.NaN, {}, null].map(
    (page): [Record<string, unknown>, Record<string, unknown>] => [{ page }, {}],
  ),
])('ADMIN-10 the address %o shows %o, which the server takes', (search, view) => {
  const read = readSubmissionView(search)
  expect(read).toEqual(view)
  const { tab: status, page } = read
  expect(submissionQuery.parse({ status, page })).toBeDefined()
})
