import postgres from 'postgres'
import { expect, it } from 'vitest'
import { searchErrorCode, searchErrorType } from './search-error-log.ts'

const refusal = (code: string) =>
  Object.assign(new postgres.PostgresError('refused'), { code }) as Error

it.each([
  ['a statement that was cancelled', refusal('57014'), 'timeout', '57014'],
  ['a table that is gone', refusal('42P01'), 'database_error', '42P01'],
  [
    'a database that is away',
    Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    'database_error',
    'ECONNREFUSED',
  ],
  ['a fault of the code', new TypeError('x is not a function'), 'function_error', 'TypeError'],
])('LOGS-17 %s is logged by its kind and code', (_, error, type, code) => {
  expect([searchErrorType(error), searchErrorCode(error)]).toEqual([type, code])
})
