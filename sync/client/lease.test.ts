import { expect, it } from 'vitest'
import { isLeaseOver } from './lease.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const last = { serverMs: 100 * DAY_MS, deviceMs: 500 * DAY_MS }

it('LISTS-11 keeps rows for 14 days without contact, by the clock of the device', () => {
  const after = (days: number) => ({ serverMs: null, deviceMs: last.deviceMs + days * DAY_MS })
  expect(isLeaseOver(last, after(14))).toBe(false)
  expect(isLeaseOver(last, after(14.01))).toBe(true)
})

it('LISTS-11 goes by the clock of the server where it is known, however the device is set', () => {
  const after = (days: number, offDays: number) => ({
    serverMs: last.serverMs + days * DAY_MS,
    deviceMs: last.deviceMs + (days + offDays) * DAY_MS,
  })
  expect(isLeaseOver(last, after(13.9, 1))).toBe(false)
  expect(isLeaseOver(last, after(14.1, -1))).toBe(true)
})
