import { runNode, runPlaywright } from './run-node.ts'

const VITEST = 'node_modules/vitest/vitest.mjs'

/**
 * `npm run test:unit`, `test:pg`, `test:e2e` and `test:watch` run a part of the tests, or the tests
 * named after `--`, with the output of their runner.
 */
export async function run([part = '', ...args]: string[]): Promise<void> {
  process.exitCode = await start(part, args)
}

function start(part: string, args: string[]): Promise<number> {
  switch (part) {
    case 'unit':
      return runNode([VITEST, 'run', '--project', 'unit*', ...args])
    case 'pg':
      return runNode([VITEST, 'run', '--project', 'postgres', ...args])
    case 'e2e':
      return runPlaywright(['--reporter=line', ...args])
    case 'watch':
      return runNode([VITEST, '--project', 'unit*', ...args])
    default:
      throw new Error(`There is no part of the tests that is called "${part}".`)
  }
}
