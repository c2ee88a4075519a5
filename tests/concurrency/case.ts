import type { ErrorCode } from '#sync/contract/errors.ts'
import type { Step } from './steps.ts'

/** `unchanged` is applied without a change: the wanted state is there already. */
type Answer =
  | 'applied'
  | 'unchanged'
  | Extract<ErrorCode, 'gone' | 'changed_elsewhere' | 'moved' | 'taken'>

/** The differences from the rows at the start: by column, people as letters. */
type Changes = Record<string, string | boolean | null>

/** The first step, the second, the second's answer, the changes, and the same in words. */
export type ConcurrencyCase = readonly [Step, Step, Answer, Changes, string]
