import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { indent, type PartReport } from '#tests/support/part-progress.ts'
import { duration } from './progress-bar.ts'
import { runNode, runPlaywright } from './run-node.ts'

/** A part of the run. @returns what it ended with; it prints failures itself, as they happen. */
type Part = () => Promise<PartReport>
type NamedPart = [name: string, part: Part]

const CHECKS: NamedPart[] = [
  ['biome', tool('node_modules/@biomejs/biome/bin/biome', 'check', '.')],
  ['tsc', tool('node_modules/typescript/bin/tsc', '--noEmit')],
  ['knip', tool('node_modules/knip/bin/knip.js')],
]

/** What a command runs, in order. The quick ones first: a fault that they find is known soon. */
const RUNS = {
  check: CHECKS,
  test: [
    ...CHECKS,
    ['Unit tests', vitest('unit')],
    ['Database tests', vitest('postgres')],
    ['Browser tests', browser()],
    ['Histories of faults', vitest('histories')],
  ],
  long: [
    ['Slow database tests', vitest('postgres', '.slow.')],
    ['Slow browser tests', browser('.slow.')],
    ['Histories of faults', vitest('histories')],
    ['Random queries and webhooks', vitest('postgres', 'search-contract.embedded', 'convergence')],
  ],
} satisfies Record<string, NamedPart[]>

/**
 * `npm test`: checks, unit, database and browser tests, histories of faults; in CI the slow ones
 * among them, too. `npm run check`: the checks alone. `npm run test:long`: the slow ones, and more of
 * all that is drawn at random. Goes on after a failure, so that one run shows every fault, and ends
 * with the reasons and one line of counts.
 */
export async function run(_: string[], name: keyof typeof RUNS = 'test'): Promise<void> {
  const parts: NamedPart[] = RUNS[name]
  if (name === 'test' && !process.env.CI) process.env.TEST_QUICK = '1'
  if (name === 'long') process.env.TEST_LONG = '1'
  const reports: PartReport[] = []
  for (const [index, [name, part]] of parts.entries()) {
    console.log(`${index + 1}/${parts.length} ${name}`)
    const startedAt = Date.now()
    const report = await part()
    reports.push(report)
    const { passed, failures } = report
    const time = duration((Date.now() - startedAt) / 1000)
    console.log(`  ${passed} passed, ${failures.length} failed in ${time}`)
  }
  const passed = reports.reduce((sum, report) => sum + report.passed, 0)
  const failures = reports.flatMap((report) => report.failures)
  if (failures.length > 0) console.log('\nFailed:')
  for (const { title, reason } of failures) console.log(`\n  ✗ ${title}\n${indent(reason)}`)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  process.exit(failures.length > 0 ? 1 : 0)
}

/** A tool counts as one test; what it prints matters where it fails. */
function tool(...args: [script: string, ...string[]]): Part {
  return () =>
    new Promise((resolve) => {
      execFile(process.execPath, args, { maxBuffer: Infinity }, (error, stdout, stderr) => {
        const title = args.join(' ')
        const failure = { title, reason: `${stdout}${stderr}` || String(error) }
        if (error) console.log(indent(failure.reason))
        resolve(error ? { passed: 0, failures: [failure] } : { passed: 1, failures: [] })
      })
    })
}

function vitest(project: string, ...files: string[]): Part {
  const reporter = '--reporter=./tests/support/vitest-progress.ts'
  const args = ['run', '--project', project, reporter, ...files]
  return reported((env) => runNode(['node_modules/vitest/vitest.mjs', ...args], env))
}

function browser(...files: string[]): Part {
  const reporter = '--reporter=./tests/support/playwright-progress.ts'
  return reported((env) => runPlaywright([reporter, ...files], env))
}

/** Runs a runner whose reporter leaves a report, also where it ends without one. */
function reported(start: (env: Record<string, string>) => Promise<number>): Part {
  return async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'clinidex-report-')), 'report.json')
    const code = await start({ PART_REPORT: file })
    const report = readReport(file)
    // A runner that fails without a failed test has failed itself.
    if (code !== 0 && report.failures.length === 0) {
      const reason = `It ended with exit code ${code}; what it printed stands above.`
      report.failures.push({ title: 'The test runner', reason })
    }
    return report
  }
}

function readReport(file: string): PartReport {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PartReport
  } catch (error) {
    const reason = `It left no report: ${error}`
    return { passed: 0, failures: [{ title: 'The test runner', reason }] }
  }
}
