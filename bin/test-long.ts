import { run as runTests } from './test.ts'

/** `npm run test:long`: more of all that `npm test` draws at random. */
export function run(): Promise<void> {
  process.env.TEST_LONG = '1'
  return runTests([], 'long')
}
