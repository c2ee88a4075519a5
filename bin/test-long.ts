import { run as runTests } from './test.ts'

/** `npm run test:long`: the tests that `npm test` leaves out; outside CI also more random cases. */
export function run(): Promise<void> {
  return runTests([], 'long')
}
