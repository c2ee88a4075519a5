import { beforeEach, expect, it, vi } from 'vitest'
import { wipeDevice } from '#sync/client/disk/wipe.ts'
import { stubLocalStorage } from '#tests/support/memory-storage.ts'
import { finishWipes, isWipePending, rememberWipe } from './pending-wipe.ts'

vi.mock('#sync/client/disk/wipe.ts', () => ({ wipeDevice: vi.fn() }))

beforeEach(() => {
  stubLocalStorage()
  vi.stubGlobal('navigator', {
    locks: { request: (_name: string, _options: unknown, run: () => unknown) => run() },
  })
  vi.mocked(wipeDevice).mockReset()
  return () => vi.unstubAllGlobals()
})

it('a wipe that fails is made again until all is gone', async () => {
  rememberWipe('ada')
  vi.mocked(wipeDevice).mockResolvedValueOnce(false).mockRejectedValueOnce(new Error('held'))
  expect(await finishWipes()).toBe(false)
  expect(await finishWipes()).toBe(false)
  expect(isWipePending('ada')).toBe(true)
  vi.mocked(wipeDevice).mockResolvedValueOnce(true)
  expect(await finishWipes()).toBe(true)
  expect(isWipePending('ada')).toBe(false)
  expect(await finishWipes()).toBe(true)
  expect(wipeDevice).toHaveBeenCalledTimes(3)
})

it('what is in the way of one wipe is not in the way of another', async () => {
  rememberWipe('ada')
  rememberWipe('grace')
  vi.mocked(wipeDevice).mockImplementation(async (id) => {
    if (id === 'ada') throw new Error('held')
    return true
  })
  expect(await finishWipes()).toBe(false)
  expect([isWipePending('ada'), isWipePending('grace')]).toEqual([true, false])
})

it('who is marked while others are wiped is wiped after them', async () => {
  let end = (_: boolean) => {}
  vi.mocked(wipeDevice)
    .mockReturnValueOnce(
      new Promise((resolve) => {
        end = resolve
      }),
    )
    .mockResolvedValue(true)
  rememberWipe('ada')
  const first = finishWipes()
  const same = finishWipes()
  await vi.waitFor(() => expect(wipeDevice).toHaveBeenCalledOnce())
  rememberWipe('grace')
  const second = finishWipes()
  end(true)
  expect(await Promise.all([first, same, second])).toEqual([true, true, true])
  expect(vi.mocked(wipeDevice).mock.calls).toEqual([['ada'], ['grace']])
})
