import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestSpecification,
} from 'vitest/node'
import { PartProgress } from './part-progress.ts'

/** Reports a Vitest run as a part of `npm test`. Output of a test is shown if it fails. */
export default class VitestProgress implements Reporter {
  private readonly progress = new PartProgress('files')
  private readonly printed = new Map<string, string>()

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.progress.begin(specifications.length)
  }

  onUserConsoleLog({ taskId, content }: { taskId?: string; content: string }): void {
    if (taskId) this.printed.set(taskId, (this.printed.get(taskId) ?? '') + content)
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    const title = `${test.module.relativeModuleId} > ${test.fullName}`
    this.progress.time(title, (test.diagnostic()?.duration ?? 0) / 1000)
    const printed = this.printed.get(test.id) ?? ''
    this.printed.delete(test.id)
    if (state === 'passed') {
      this.progress.pass()
      return
    }
    const reason = state === 'failed' ? wordsOf(errors) : 'It was not run.'
    this.progress.fail({ title, reason: printed ? `${reason}\n${printed}` : reason })
  }

  onTestModuleEnd(module: TestModule): void {
    this.progress.advance()
    const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors())
    const errors = [...module.errors(), ...suites]
    if (errors.length === 0) return
    this.progress.fail({ title: module.relativeModuleId, reason: wordsOf(errors) })
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    if (unhandled.length > 0) {
      this.progress.fail({ title: 'Errors that nothing caught', reason: wordsOf(unhandled) })
    }
    this.progress.end()
  }
}

function wordsOf(errors: readonly SerializedError[]): string {
  return errors
    .map(({ name, message, diff, stack, stacks }) => {
      const [place] = stacks ?? []
      const at = place ? `at ${place.file}:${place.line}:${place.column}` : stack
      return [`${name ?? 'Error'}: ${message}`, diff, at].filter(Boolean).join('\n')
    })
    .join('\n')
}
