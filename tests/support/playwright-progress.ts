import { readFileSync } from 'node:fs'
import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from 'playwright/types/testReporter'
import { PartProgress } from './part-progress.ts'

/** Reports a Playwright run as a part of `npm test`. */
export default class PlaywrightProgress implements Reporter {
  private readonly progress = new PartProgress('tests')
  private readonly waiting = new Set<TestCase>()

  printsToStdio(): boolean {
    return true
  }

  onBegin(_: FullConfig, suite: Suite): void {
    const tests = suite.allTests()
    for (const test of tests) this.waiting.add(test)
    this.progress.begin(tests.length)
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const { status, errors, duration } = result
    this.waiting.delete(test)
    const title = test.titlePath().filter(Boolean).join(' > ')
    this.progress.time(title, duration / 1000)
    this.progress.advance()
    if (status === 'passed') {
      this.progress.pass()
      return
    }
    const reason =
      status === 'skipped' ? 'It was not run.' : `${wordsOf(errors)}\n${pageOf(result)}`
    this.progress.fail({ title, reason })
  }

  onError(error: TestError): void {
    this.progress.fail({ title: 'The browser tests', reason: wordsOf([error]) })
  }

  onEnd(): void {
    if (this.waiting.size > 0) {
      const reason = `${this.waiting.size} tests were not run.`
      this.progress.fail({ title: 'The browser tests', reason })
    }
    this.progress.end()
  }
}

function wordsOf(errors: readonly TestError[]): string {
  return errors
    .map(({ message, value, snippet, location }) => {
      const at = location ? `at ${location.file}:${location.line}` : ''
      return [message ?? value, snippet, at].filter(Boolean).join('\n')
    })
    .join('\n')
}

/** The page as the failed test left it, in Playwright's aria snapshot; a race may not show twice. */
function pageOf({ attachments }: TestResult): string {
  const file = attachments.find(({ name }) => name === 'error-context')?.path
  return (file && /```yaml\n(.*?)\n```/s.exec(readFileSync(file, 'utf8'))?.[1]) ?? ''
}
