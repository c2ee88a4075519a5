import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { JSONReport, JSONReportSuite } from 'playwright/types/testReporter'
import { runPlaywright } from './run-node.ts'

/** The limits of each measurement in milliseconds, on an otherwise idle machine. */
const LIMITS = {
  /** The time until an edit is acknowledged. */
  HANG_MS: '2000',
  /** The time of a search beside four tabs. */
  SEARCH_MAX_MS: '100',
  /** The time until a device notices that its session has ended. */
  REVOKED_MS: '5000',
  /**
   * The time to replace a leader that does not respond: 2 s of silence, and two rounds of queries.
   */
  TAKEOVER_MS: '3000',
}

/**
 * `npm run test:browser -- --kills 100 --histories 10` runs the sync engine in Chromium, with more
 * kills of the leading tab and more histories of faults than a test run has time for. It prints its
 * measurements, and fails when one exceeds `LIMITS`.
 */
export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      kills: { type: 'string', default: '100' },
      histories: { type: 'string', default: '10' },
    },
  })
  const folder = mkdtempSync(join(tmpdir(), 'clinidex-reports-'))
  const file = join(folder, 'playwright.json')
  process.exitCode = await runPlaywright(
    [
      '--workers=1',
      ...['faults', 'histories', 'leader', 'tabs'].map((name) => `tests/e2e/sync-${name}`),
    ],
    {
      LEADER_KILLS: values.kills,
      BROWSER_HISTORIES: values.histories,
      ...LIMITS,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  )
  const { suites } = JSON.parse(readFileSync(file, 'utf8')) as JSONReport
  for (const line of suites.flatMap(measuredIn)) console.log(line)
  rmSync(folder, { recursive: true })
}

function measuredIn({ specs, suites = [] }: JSONReportSuite): string[] {
  const notes = specs.flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations))
  return [
    ...notes.flatMap(({ type, description }) => (description ? [`${type}: ${description}`] : [])),
    ...suites.flatMap(measuredIn),
  ]
}
