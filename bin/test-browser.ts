import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { JSONReport, JSONReportSuite } from 'playwright/types/testReporter'
import { runPlaywright } from './run-node.ts'

/** What may take how long, in milliseconds, on a machine that does nothing else. */
const LIMITS = {
  /** The acknowledgement of an edit. */
  HANG_MS: '2000',
  /** A search beside four tabs. */
  SEARCH_MAX_MS: '100',
  /** Taking the lead from a tab that stands still: 2 s of silence, and two rounds of asking. */
  TAKEOVER_MS: '3000',
}

/**
 * `npm run test:browser -- --kills 100 --histories 10`: the sync engine in Chromium, with the leading
 * tab killed more often and more histories of faults than a test run has time for. Prints what it
 * measured, and fails where anything took longer than `LIMITS` allows.
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
