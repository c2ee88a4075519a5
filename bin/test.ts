import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { indent, type PartReport } from '#tests/support/part-progress.ts'
import { duration } from './progress-bar.ts'
import { runNode, runPlaywright } from './run-node.ts'

/**
 * A part of the run, which prints failures as they happen.
 * @returns its report
 */
type Part = () => Promise<PartReport>
type NamedPart = [name: string, part: Part]

const CHECKS: NamedPart = [
  'biome, tsc, knip',
  together(
    tool('node_modules/@biomejs/biome/bin/biome', 'check', '.'),
    // Each checker infers the types of the routes again: four, the default, take twice the work of
    // one.
    tool('node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1'),
    tool('node_modules/knip/bin/knip.js'),
  ),
]

/**
 * The most lines of a reason at the end of a run: the message and the difference, without a page's
 * content.
 */
const REASON_LINES = 12

/** Slow tests, by file name or tag, which `playwright.config.ts` leaves out of `npm test`. */
const SLOW_BROWSER_TESTS = /\.slow\.|@slow/

/** More random cases than CI has time for; they run every night. */
const MORE_AT_RANDOM: NamedPart[] = [
  ['Histories of faults', vitest('histories')],
  [
    'Random queries, webhooks, kills and hostile requests',
    withEnv(
      {
        ...{ CONTRACT_QUERIES: '1000', WEBHOOK_HISTORIES: '1000', IMPORT_KILLS: '20' },
        ...{ ACCEPTANCE_ROUNDS: '100', HOSTILE_REQUESTS: '100000' },
        ...{ SEAT_HISTORIES: '1000', REVOCATIONS: '200' },
      },
      vitest(
        'postgres',
        ...['search-contract', 'convergence', 'import/crash', 'acceptances.slow'],
        ...['hostile-teams', 'revocation.slow'],
      ),
    ),
  ],
]

/**
 * The parts of each command, in order: quick parts come first, so that their failures are known
 * soon.
 */
const RUNS = {
  check: [CHECKS],
  test: [
    ['Unit tests', vitest('unit*')],
    CHECKS,
    ['Database tests', vitest('postgres')],
    ['Browser tests', browser()],
    ['Histories of faults', vitest('histories')],
  ],
  long: [
    // Most of these wait, for a killed process or for a timeout.
    ['Slow database tests', vitest('postgres', '.slow.', '--maxWorkers=5')],
    ['Slow browser tests', browser('--grep', SLOW_BROWSER_TESTS.source)],
    ...(process.env.CI ? [] : MORE_AT_RANDOM),
  ],
} satisfies Record<string, NamedPart[]>

/**
 * `npm test` runs unit tests, checks, database and browser tests, and histories of faults. `npm run
 * check` runs only the checks. `npm run test:long` runs the slow tests, and more random cases. A
 * run continues after a failure, so that it shows every one, and ends with each failed test, the
 * beginning of its reason, and one line of counts. The whole reason is printed where the test
 * failed.
 */
export async function run(_: string[], name: keyof typeof RUNS = 'test'): Promise<void> {
  const parts: NamedPart[] = RUNS[name]
  if (name === 'test') process.env.TEST_QUICK = '1'
  if (name === 'long' && !process.env.CI) process.env.TEST_MANY = '1'
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
  const own = merged(reports)
  const { passed, failures } = withCommandsBefore(own)
  if (failures.length > 0) console.log('\nFailed:')
  for (const { title, reason } of failures) {
    const beginning = reason.split('\n', REASON_LINES).join('\n')
    console.log(`\n  ✗ ${title}\n${indent(beginning)}`)
  }
  console.log(`\n${passed} passed, ${failures.length} failed`)
  process.exit(own.failures.length > 0 ? 1 : 0)
}

/**
 * Adds the reports of the commands before this one, if `TEST_REPORT` names a file: CI runs two
 * commands, and a truncated log keeps its end.
 */
function withCommandsBefore(own: PartReport): PartReport {
  const file = process.env.TEST_REPORT
  if (!file) return own
  const whole = merged(existsSync(file) ? [readReport(file), own] : [own])
  writeFileSync(file, JSON.stringify(whole))
  return whole
}

/** Runs parts in parallel. */
function together(...parts: Part[]): Part {
  return async () => merged(await Promise.all(parts.map((part) => part())))
}

const merged = (reports: PartReport[]): PartReport => ({
  passed: reports.reduce((sum, { passed }) => sum + passed, 0),
  failures: reports.flatMap(({ failures }) => failures),
})

/** Runs a tool, which counts as one test; its output matters only if it fails. */
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

/** Runs a part with additional environment variables. */
function withEnv(env: Record<string, string>, part: Part): Part {
  return () => {
    Object.assign(process.env, env)
    return part()
  }
}

function browser(...files: string[]): Part {
  const reporter = '--reporter=./tests/support/playwright-progress.ts'
  return reported((env) => runPlaywright([reporter, ...files], env))
}

/** Runs a test runner whose reporter writes a report, even when it ends without one. */
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
