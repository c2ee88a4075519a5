import { useEffect, useRef, useState } from 'react'
import { planTests } from './test-plan.ts'
import { runTests, type TestResult } from './test-run.ts'

/** One run at a time; leaving the screen ends it. */
export function useTester() {
  const [planned, setPlanned] = useState(0)
  const [results, setResults] = useState<readonly TestResult[]>([])
  const [isRunning, setIsRunning] = useState(false)
  const run = useRef(new AbortController())
  useEffect(() => () => run.current.abort(), [])

  async function start(count: number) {
    run.current = new AbortController()
    setPlanned(count)
    setResults([])
    setIsRunning(true)
    for await (const result of runTests(planTests(count), run.current.signal)) {
      setResults((before) => [...before, result])
    }
    setIsRunning(false)
  }

  return {
    planned,
    results,
    isRunning,
    start: (count: number) => void start(count),
    stop: () => run.current.abort(),
    clear() {
      setPlanned(0)
      setResults([])
    },
  }
}
