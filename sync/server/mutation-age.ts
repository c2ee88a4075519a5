import { AppError } from '#sync/contract/errors.ts'
import type { WireMutation } from '#sync/contract/wire.ts'

/** So long the answer to a mutation is kept, and a repeated push gets it again. */
export const RESULTS_KEPT_DAYS = 90

/** So far a device's clock may be set back between making a change and sending it again. */
const CLOCK_DAYS = 14

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Refuses what was made so long ago that the answer to it may have been there and be gone: doing it
 * again could bring back what was deleted since. Its author sees it, and a retry has a new id.
 *
 * How old it is only the device can say, by one clock both times. However wrong that clock is, a
 * change is done, and done once while nobody sets the clock back by more than `CLOCK_DAYS`.
 * @throws AppError `invalid_input`
 */
export function checkAge({ created_at }: WireMutation, sentAt: Date): void {
  const ageMs = sentAt.getTime() - Date.parse(created_at)
  if (ageMs <= (RESULTS_KEPT_DAYS - CLOCK_DAYS) * DAY_MS || Number.isNaN(ageMs)) return
  throw new AppError('invalid_input', 'It is so old that it may have been done before.')
}
