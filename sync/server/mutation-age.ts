import { AppError } from '#sync/contract/errors.ts'
import type { WireMutation } from '#sync/contract/wire.ts'

/** How long the answer to a mutation is stored, for repeated pushes. */
export const RESULTS_KEPT_DAYS = 90

/** How far a device's clock may be set back between a mutation and its repeated push. */
const CLOCK_DAYS = 14

const DAY_MS = 24 * 60 * 60 * 1000

/** How long before its push a mutation was made, by the device's clock; NaN where it gave no time. */
export function ageMs(createdAt: string, sentAt: Date): number {
  return sentAt.getTime() - Date.parse(createdAt)
}

/**
 * Refuses a mutation so old that its stored answer may have been purged: running it again could
 * restore rows deleted since. Its author sees the refusal, and a retry has a new id.
 *
 * Its age is the device's to say, by one clock both times. However wrong that clock is, a mutation
 * runs, and runs once unless the clock is set back by more than `CLOCK_DAYS`.
 * @throws AppError `invalid_input`
 */
export function checkAge({ created_at }: WireMutation, sentAt: Date): void {
  const age = ageMs(created_at, sentAt)
  if (age <= (RESULTS_KEPT_DAYS - CLOCK_DAYS) * DAY_MS || Number.isNaN(age)) return
  throw new AppError('invalid_input', 'It is so old that it may have been done before.')
}

/**
 * When a mutation was made, by the server's clock: as long before now as the device says that it was
 * before the push, by one clock both times. Never later than now, whatever that clock did meanwhile.
 */
export function madeAt(createdAt: string, sentAt: Date, now: Date): Date {
  const age = ageMs(createdAt, sentAt)
  return age > 0 ? new Date(now.getTime() - age) : now
}
