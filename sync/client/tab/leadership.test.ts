import { afterEach, expect, it, vi } from 'vitest'
import { wait } from '#sync/client/wait.ts'
import { soon } from '#tests/support/soon.ts'
import { competeForLead, leaderGuard } from './leadership.ts'

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

/**
 * One lock, which tabs take from each other: the request of a tab that it is stolen from rejects, and what
 * was begun under it goes on.
 * @returns how often it was granted, and a function that tells all who asked meanwhile who holds it.
 */
function stealableLock() {
  const lock = { grants: 0, tellHolder: () => {} }
  let loose = (_: unknown) => {}
  const asked = new Promise<void>((resolve) => {
    lock.tellHolder = resolve
  })
  const request = (_: string, { steal, signal }: LockOptions, run: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      if (lock.grants > 0 && !steal) return
      loose(new DOMException('Stolen.', 'AbortError'))
      loose = reject
      lock.grants += 1
      run().then(resolve, reject)
    })
  const query = async () => {
    await asked
    return { held: [{ name: 'app.user', clientId: `holder ${lock.grants}` }] }
  }
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', { locks: { request, query } })
  return lock
}

it('a tab from which the lead is taken while it begins to lead runs no device', async () => {
  const lock = stealableLock()
  const led: string[] = []
  const compete = (tab: string) =>
    competeForLead('app.user', ({ holder }) => {
      led.push(`${tab} as ${holder}`)
      return () => undefined
    })
  const tabs = [compete('first'), compete('second')]
  tabs[1]?.steal()
  await soon(() => expect(lock.grants).toBe(2))
  await wait(0)
  lock.tellHolder()
  await soon(() => expect(led).toContain('second as holder 2'))
  expect(led).toEqual(['second as holder 2'])
  for (const tab of tabs) tab.end()
})

it('a tab that leaves the lead ends its device at once, and before it gives the lock back', async () => {
  const order: string[] = []
  const request = async (_: string, __: LockOptions, run: () => Promise<void>) => {
    await run()
    order.push('lock given back')
  }
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', { locks: { request, query: async () => ({ held: [] }) } })
  const onLead = vi.fn(() => () => void order.push('device ended'))
  const tab = competeForLead('app.user', onLead)
  await soon(() => expect(onLead).toHaveBeenCalledOnce())
  tab.end()
  expect(order).toEqual(['device ended'])
  await soon(() => expect(order).toEqual(['device ended', 'lock given back']))
})
