/**
 * How many random cases a test tries.
 * @param few in `npm test`, which has to be short
 * @param many in `npm run test:long`
 */
export function amount(few: number, many: number): number {
  return process.env.TEST_LONG ? many : few
}
