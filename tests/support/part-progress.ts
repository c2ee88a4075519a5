import { writeFileSync } from 'node:fs'
import { duration } from '#bin/progress-bar.ts'

const LINE_MS = 15_000

/** What a part of the test run ended with. */
export interface PartReport {
  passed: number
  failures: Failure[]
}

export interface Failure {
  title: string
  /** As the runner words it: message, difference, place. */
  reason: string
}

/**
 * What a person sees of a part of the test run while it runs: failures at once, and every 15 s how
 * far it is. At the end it writes a `PartReport` to the file that the environment names.
 */
export class PartProgress {
  private readonly report: PartReport = { passed: 0, failures: [] }
  private startedAt = Date.now()
  private timer: NodeJS.Timeout | undefined
  private total = 0
  private done = 0

  constructor(
    /** What it goes through, in the plural: files, tests. */
    private readonly unit: string,
  ) {}

  begin(total: number): void {
    this.total = total
    this.startedAt = Date.now()
    this.timer = setInterval(() => this.show(), LINE_MS).unref()
  }

  pass(): void {
    this.report.passed += 1
  }

  fail(failure: Failure): void {
    this.report.failures.push(failure)
    process.stdout.write(`  ✗ ${failure.title}\n${indent(failure.reason)}\n`)
  }

  /** One of them is over. */
  advance(): void {
    this.done += 1
  }

  end(): void {
    clearInterval(this.timer)
    const file = process.env.PART_REPORT
    if (!file) throw new Error('PART_REPORT names the file for the report; npm test sets it.')
    writeFileSync(file, JSON.stringify(this.report))
  }

  private show(): void {
    const { passed, failures } = this.report
    const seconds = (Date.now() - this.startedAt) / 1000
    process.stdout.write(
      `  ${duration(seconds)}: ${this.done} of ${this.total} ${this.unit}, ` +
        `${passed} passed, ${failures.length} failed\n`,
    )
  }
}

/** Sets a text in from the left, below a title. */
export function indent(text: string): string {
  return text.trimEnd().replace(/^/gm, '      ')
}
