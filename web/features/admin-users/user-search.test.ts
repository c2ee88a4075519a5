import { expect, it } from 'vitest'
import { orderByPress, orderOf, readUserSearch } from './user-search.ts'

it('keeps what an address says of the list, and nothing else', () => {
  const search = { query: ' ada ', plan: 'Trial', grant: 'live', status: 'banned', sort: 'email' }
  expect(readUserSearch({ ...search, page: 3 })).toEqual({ ...search, query: 'ada' })
  expect(
    readUserSearch({ grant: 'x', status: 1, sort: 'password', direction: 'up', query: '  ' }),
  ).toEqual({})
  expect(readUserSearch({ query: 42 })).toEqual({ query: '42' })
})

it('leaves the usual order out of the address', () => {
  expect(readUserSearch({ sort: 'signup_date', direction: 'desc' })).toEqual({})
  expect(orderOf({})).toEqual({ sort: 'signup_date', direction: 'desc' })
  expect(orderOf({ sort: 'email' })).toEqual({ sort: 'email', direction: 'asc' })
  expect(readUserSearch({ sort: 'email', direction: 'desc' })).toEqual({
    sort: 'email',
    direction: 'desc',
  })
})

it('USERS-01 a column begins at its natural end, and a second press turns it round', () => {
  expect(orderByPress({}, 'email')).toEqual({ sort: 'email', direction: 'asc' })
  expect(orderByPress({ sort: 'email' }, 'email')).toEqual({ sort: 'email', direction: 'desc' })
  expect(orderByPress({ sort: 'email' }, 'last_sign_in_at')).toEqual({
    ...{ sort: 'last_sign_in_at', direction: 'desc' },
  })
  expect(orderByPress({ sort: 'email', direction: 'desc' }, 'signup_date')).toEqual(orderOf({}))
  expect(orderByPress({}, 'signup_date')).toEqual({ sort: 'signup_date', direction: 'asc' })
})
