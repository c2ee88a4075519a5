import { FIRST_DAY } from '#api/contract/figure-names.ts'

/** Whether a value is a day that exists, and of which something may be on record. */
export function isRecordedDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const time = Date.parse(value)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value) && value >= FIRST_DAY
}
