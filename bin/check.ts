import { run as runTests } from './test.ts'

/** `npm run check` runs Biome, TypeScript and knip. */
export function run(): Promise<void> {
  return runTests([], 'check')
}
