import { vi } from 'vitest'

/** Far longer than anything takes: only what never happens fails. */
export const PATIENCE = { timeout: 60_000 }

/** Repeats a check until it passes; throws its last error. */
export function soon<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, PATIENCE)
}
