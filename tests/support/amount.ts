/**
 * How many random cases a test tries.
 * @param few in CI, which has to be short
 * @param many in `npm run test:long` outside CI, as it runs every night
 */
export function amount(few: number, many: number): number {
  return process.env.TEST_MANY ? many : few
}
