import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '#sync/contract/errors.ts'
import { askForPush } from '#web/lib/push.ts'
import { mutate } from '#web/replica/replica.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { setWatch } from './watch-actions.ts'

vi.mock('#web/replica/replica.ts', () => ({ mutate: vi.fn() }))
vi.mock('#web/lib/push.ts', () => ({ askForPush: vi.fn() }))
vi.mock('#web/lib/account/show-gate.ts', () => ({ passesGate: () => true }))
vi.mock('#web/session/session.ts', () => ({
  session: { me: null },
  actorOf: () => ({ id: 'me' }),
  useActor: vi.fn(),
}))

const SEARCH = { id: 'a search', owner_id: 'me', name: 'Night shifts' }

beforeEach(() => {
  toastStore.current = null
  vi.mocked(mutate).mockReset().mockResolvedValue({ id: 'mutation' })
  vi.mocked(askForPush).mockReset().mockResolvedValue('on')
})

it.each([
  ['daily', 'Watching Night shifts', /^When somebody is new, .* a mail a day says so\.$/],
  ['at_once', 'Watching Night shifts', /^You are told as soon as somebody is new,/],
  [null, 'Not watched any more', /^Night shifts$/],
] as const)(
  'a search watched %s is kept so, and it is said how one is told',
  async (cadence, title, how) => {
    await setWatch(SEARCH, cadence)
    expect(mutate).toHaveBeenCalledWith('watches.set', { search_id: 'a search', cadence })
    expect(toastStore.current).toMatchObject({ title, description: expect.stringMatching(how) })
  },
)

it('notifications are asked for only to be told at once; refused, it is said that a mail a day tells', async () => {
  await setWatch(SEARCH, 'daily')
  await setWatch(SEARCH, null)
  expect(askForPush).not.toHaveBeenCalled()
  for (const answer of ['refused', 'impossible'] as const) {
    vi.mocked(askForPush).mockResolvedValue(answer)
    await setWatch(SEARCH, 'at_once')
    expect(toastStore.current).toMatchObject({
      title: 'Watching Night shifts',
      description: expect.stringContaining('so a mail a day tells you'),
    })
  }
})

it('a watch that was refused says why, and asks for no notifications', async () => {
  vi.mocked(mutate).mockRejectedValue(new AppError('gone', 'There is no such search.'))
  await setWatch(SEARCH, 'at_once')
  expect(askForPush).not.toHaveBeenCalled()
  expect(toastStore.current).toMatchObject({
    title: 'Failed to change the watch',
    description: 'It was deleted on another device meanwhile.',
    tone: 'danger',
  })
})
