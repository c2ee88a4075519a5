import { useState } from 'react'
import { formatPeople } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { COUNT_DEFAULT, COUNT_MAX, COUNT_PRESETS, clampCount } from './test-plan.ts'
import type { TestResult } from './test-run.ts'
import { useTester } from './use-tester.ts'

/** The Search Robustness Tester: random searches, one after the other. */
export function Tester() {
  const { planned, results, isRunning, start, stop, clear } = useTester()
  const [text, setText] = useState(String(COUNT_DEFAULT))
  const count = clampCount(Number.parseInt(text, 10))
  return (
    <div className="flex flex-col gap-6">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          setText(String(count))
          start(count)
        }}
      >
        <TextField
          label="Number of tests"
          type="number"
          inputMode="numeric"
          min={1}
          max={COUNT_MAX}
          value={text}
          disabled={isRunning}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => setText(String(count))}
          className="w-32"
        />
        <fieldset className="flex gap-1">
          <legend className="sr-only">Presets</legend>
          {COUNT_PRESETS.map((preset) => (
            <Button
              key={preset}
              variant="ghost"
              aria-pressed={count === preset}
              disabled={isRunning}
              onClick={() => setText(String(preset))}
            >
              {preset}
            </Button>
          ))}
        </fieldset>
        <div className="ml-auto flex gap-2">
          {isRunning ? (
            <Button onClick={stop}>Stop</Button>
          ) : (
            <>
              <Button disabled={results.length === 0} onClick={clear}>
                Clear
              </Button>
              <Button type="submit" variant="primary">
                Run tests
              </Button>
            </>
          )}
        </div>
      </form>
      {planned > 0 && <Totals planned={planned} results={results} />}
      {results.length > 0 && <Results results={results} />}
    </div>
  )
}

function Totals({ planned, results }: { planned: number; results: readonly TestResult[] }) {
  const passed = results.filter(({ outcome }) => outcome.hasPassed).length
  const totals = [
    ['Run', `${results.length} of ${planned}`],
    ['Passed', String(passed)],
    ['Failed', String(results.length - passed)],
  ]
  return (
    <dl aria-label="Totals" className="grid max-w-100 grid-cols-3 gap-4">
      {totals.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="font-serif text-xl tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Results({ results }: { results: readonly TestResult[] }) {
  return (
    <ol aria-label="Tests" className="border-line border-t">
      {results.map((result, index) => (
        // Tests are only ever added at the end.
        // biome-ignore lint/suspicious/noArrayIndexKey: an index is the identity of a result.
        <Line key={index} number={index + 1} result={result} />
      ))}
    </ol>
  )
}

function Line({ number, result }: { number: number; result: TestResult }) {
  const { complexity, filters, outcome, ms } = result
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-line border-b py-2.5">
      <span className="w-8 text-muted text-sm tabular-nums">{number}</span>
      <span className="w-18 font-medium capitalize">{complexity}</span>
      <span className="min-w-0 flex-1 basis-60 break-words text-muted text-sm">
        {Object.entries(filters)
          .map(([key, value]) => `${key}: ${value}`)
          .join(', ')}
      </span>
      <span className={outcome.hasPassed ? 'tabular-nums' : 'text-danger'}>
        {outcome.hasPassed ? `Passed, ${formatPeople(outcome.count)}` : `Failed: ${outcome.reason}`}
      </span>
      <span className="ml-auto w-18 text-right text-muted tabular-nums">{Math.round(ms)} ms</span>
    </li>
  )
}
