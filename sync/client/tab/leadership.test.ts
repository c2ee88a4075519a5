import { afterEach, expect, it, vi } from 'vitest'
import { leaderGuard } from './leadership.ts'

let holders: Record<string, string>

function holdLocks(held: Record<string, string>) {
  holders = held
  vi.stubGlobal('navigator', {
    locks: {
      query: async () => ({
        held: Object.entries(holders).map(([name, clientId]) => ({ name, clientId })),
      }),
    },
  })
}

afterEach(() => vi.unstubAllGlobals())

it('lets a device write while its tab holds the lock of this user', async () => {
  holdLocks({ 'app.user': 'this tab', 'app.other': 'another tab' })
  const onLost = vi.fn()
  const assertLeader = leaderGuard('app.user', 'this tab', onLost)
  await assertLeader()
  await assertLeader()
  expect(onLost).not.toHaveBeenCalled()
})

it('refuses each write once another tab has the lock, or none', async () => {
  holdLocks({ 'app.user': 'this tab' })
  const onLost = vi.fn()
  const assertLeader = leaderGuard('app.user', 'this tab', onLost)
  holdLocks({ 'app.user': 'another tab', 'app.other': 'this tab' })
  await expect(assertLeader()).rejects.toThrow('Another tab runs the device.')
  holdLocks({})
  await expect(assertLeader()).rejects.toThrow('Another tab runs the device.')
  expect(onLost).toHaveBeenCalledTimes(2)
})
