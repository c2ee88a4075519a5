import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '#sync/contract/errors.ts'
import { errorLog } from './error-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const away = (message: string) =>
  new AppError('sync_unavailable', message, { cause: new Error('connect ECONNREFUSED') })

/** Logs an error and returns the log line: its level, and whether it has a cause. */
function logged() {
  const lines = new PassThrough({ encoding: 'utf8' })
  const log = pino(lines)
  const note = errorLog()
  return (error: AppError) => {
    note(log, error, error)
    const line = lines.read() as string | null
    if (line === null) return null
    const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: object }
    return [pino.levels.labels[level], msg, err ? 'with its cause' : 'a line']
  }
}

it('the cause of an outage is logged once a minute, each request of it in a line', () => {
  const of = logged()
  const shapes = 'The shape server does not answer.'
  expect(of(away(shapes))?.toSpliced(1, 1)).toEqual(['error', 'with its cause'])
  vi.advanceTimersByTime(59_999)
  expect(of(away(shapes))).toEqual(['warn', shapes, 'a line'])
  expect(of(away('Another part does not answer.'))?.toSpliced(1, 1)).toEqual([
    'error',
    'with its cause',
  ])
  vi.advanceTimersByTime(1)
  expect(of(away(shapes))?.toSpliced(1, 1)).toEqual(['error', 'with its cause'])
})

it('a part that is being prepared is a line, each server error has its cause, a caller’s none', () => {
  const of = logged()
  const preparing = new AppError('sync_unavailable', 'It is being prepared.')
  expect(of(preparing)).toEqual(['warn', 'It is being prepared.', 'a line'])
  const own = new AppError('internal_error', 'It failed.')
  for (let count = 0; count < 2; count++) {
    expect(of(own)).toEqual(['error', 'It failed.', 'with its cause'])
  }
  expect(of(new AppError('not_found', 'There is none.'))).toBeNull()
})
