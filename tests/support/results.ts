import { expect } from 'vitest'

/** Matches the result of a mutation that changed rows of these tables. */
export const applied = (...tables: string[]) =>
  expect.objectContaining({ status: 'applied', tables, txid: expect.any(Number) })

/** Matches the result of a mutation that was refused. */
export const rejected = (code: string) => expect.objectContaining({ status: 'rejected', code })
