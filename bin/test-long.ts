import { run as runTests } from './test.ts'

/** `npm run test:long`: what `npm test` leaves to CI, and more of all that it draws at random. */
export function run(): Promise<void> {
  return runTests([], 'long')
}
