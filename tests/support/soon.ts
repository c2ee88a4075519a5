import { vi } from 'vitest'

/** Far beyond what anything takes: what does not happen fails, what happens slowly does not. */
export const PATIENCE = { timeout: 60_000 }

/** Waits until a check passes; throws what it threw last. */
export function soon<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, PATIENCE)
}
