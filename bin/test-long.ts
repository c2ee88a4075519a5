import { run as runTests } from './test.ts'

/**
 * `npm run test:long` runs the tests that `npm test` leaves out; outside CI it also runs more
 * random cases.
 */
export function run(): Promise<void> {
  return runTests([], 'long')
}
