import { writeFileSync } from 'node:fs'
import { duration } from '#bin/progress-bar.ts'

const LINE_MS = 15_000

/** Tests named at the end, so that a slow one is noticed. */
const SLOWEST = 5

/** The result of a part of the test run. */
export interface PartReport {
  passed: number
  failures: Failure[]
}

export interface Failure {
  title: string
  /** The runner's text: message, difference, place. */
  reason: string
}

/**
 * Prints the progress of a part of the test run: failures at once, and a count every 15 s. At the end it
 * names the slowest tests, and writes a `PartReport` to the file that the environment names.
 */
export class PartProgress {
  private readonly report: PartReport = { passed: 0, failures: [] }
  private startedAt = Date.now()
  private timer: NodeJS.Timeout | undefined
  private total = 0
  private done = 0
  private readonly times: { title: string; seconds: number }[] = []

  constructor(
    /** Its unit, in the plural: files, tests. */
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

  /** Notes how long a test took. */
  time(title: string, seconds: number): void {
    this.times.push({ title, seconds })
  }

  /** Counts one unit as finished. */
  advance(): void {
    this.done += 1
  }

  end(): void {
    clearInterval(this.timer)
    const slowest = this.times.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
    for (const { title, seconds } of slowest) {
      process.stdout.write(`  slowest: ${duration(seconds)} ${title}\n`)
    }
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

/** Indents a text, below a title. */
export function indent(text: string): string {
  return text.trimEnd().replace(/^/gm, '      ')
}
