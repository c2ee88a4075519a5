import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNode, runPlaywright } from './run-node.ts'

const reports = mkdtempSync(join(tmpdir(), 'clinidex-reports-'))

interface Counts {
  passed: number
  failed: number
}

/**
 * `npm test`: checks, unit and database tests, browser tests; goes on after a failure, so that one
 * run shows every fault, and ends with one line of counts.
 */
export async function run(): Promise<void> {
  const counts = [
    await check('biome', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
    await check('tsc', ['node_modules/typescript/bin/tsc', '--noEmit']),
    await check('knip', ['node_modules/knip/bin/knip.js']),
    await vitest(),
    await browserTests(),
  ]
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed > 0 ? 1 : 0)
}

/** A check counts as one test. */
async function check(name: string, args: string[]): Promise<Counts> {
  console.log(`\n${name}`)
  const isClean = (await runNode(args)) === 0
  return { passed: isClean ? 1 : 0, failed: isClean ? 0 : 1 }
}

async function vitest(): Promise<Counts> {
  const file = join(reports, 'vitest.json')
  const code = await runNode([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
  }
  const failed = Math.max(report.numFailedTests, code === 0 ? 0 : 1)
  return { passed: report.numPassedTests, failed }
}

async function browserTests(): Promise<Counts> {
  const file = join(reports, 'playwright.json')
  const code = await runPlaywright([], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
  }
  // A test that passes on a second try has a race in it: it counts as failed.
  const failed = Math.max(stats.unexpected + stats.flaky, code === 0 ? 0 : 1)
  return { passed: stats.expected, failed }
}
