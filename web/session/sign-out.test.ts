import { beforeEach, expect, it, vi } from 'vitest'
import { countUnsent } from '#sync/client/disk/wipe.ts'
import { soon } from '#tests/support/soon.ts'
import { closeReplica } from '#web/replica/replica.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { AuthError, signOut } from './auth-client.ts'
import { rememberSignOut } from './pending-sign-out.ts'
import { finishWipes, rememberWipe } from './pending-wipe.ts'
import { forgetSession, session } from './session.ts'
import { endSession } from './sign-out.ts'
import { signOutQuestion } from './sign-out-question.ts'

vi.mock('#sync/client/disk/wipe.ts', () => ({ countUnsent: vi.fn() }))
vi.mock('#web/replica/replica.ts', () => ({ closeReplica: vi.fn() }))
vi.mock('./auth-client.ts', async (original) => ({
  ...(await original<typeof import('./auth-client.ts')>()),
  signOut: vi.fn(),
}))
vi.mock('./pending-sign-out.ts', async (original) => ({
  ...(await original<typeof import('./pending-sign-out.ts')>()),
  rememberSignOut: vi.fn(),
}))
vi.mock('./pending-wipe.ts', async (original) => ({
  ...(await original<typeof import('./pending-wipe.ts')>()),
  rememberWipe: vi.fn(),
  finishWipes: vi.fn(),
}))
vi.mock('./session.ts', async (original) => ({
  ...(await original<typeof import('./session.ts')>()),
  forgetSession: vi.fn(),
}))

beforeEach(() => {
  vi.resetAllMocks()
  vi.mocked(rememberSignOut).mockReturnValue(true)
  toastStore.current = null
  session.me = { user: { id: 'ada' } } as typeof session.me
})

const leave = vi.fn()

it('asks first where it cannot be told whether work would be lost', async () => {
  vi.mocked(countUnsent).mockRejectedValue(new Error('cannot be opened'))
  const ending = endSession(async () => undefined)
  await soon(() => expect(signOutQuestion.answer).not.toBeNull())
  expect(signOutQuestion.unsent).toBeNull()
  signOutQuestion.answer?.(false)
  await ending
  expect(signOut).not.toHaveBeenCalled()
})

it('AUTH-29 a sign-out leaves the screen, then closes and wipes what is the account’s', async () => {
  vi.mocked(countUnsent).mockResolvedValue(0)
  vi.mocked(finishWipes).mockResolvedValue(true)
  await endSession(leave)
  const order = [rememberWipe, leave, closeReplica, forgetSession, finishWipes].map(
    (step) => vi.mocked(step).mock.invocationCallOrder[0],
  )
  expect(order).toEqual(order.toSorted((one, other) => Number(one) - Number(other)))
  expect(rememberWipe).toHaveBeenCalledExactlyOnceWith('ada')
  expect(rememberSignOut).not.toHaveBeenCalled()
  expect(toastStore.current).toBeNull()
})

it('AUTH-30 one that is refused says so, and changes nothing', async () => {
  vi.mocked(countUnsent).mockResolvedValue(0)
  vi.mocked(signOut).mockRejectedValue(new AuthError('STATUS_500', ''))
  await endSession(leave)
  expect(toastStore.current).toMatchObject({
    title: 'Could not log out. Please try again.',
    tone: 'danger',
  })
  for (const step of [rememberSignOut, rememberWipe, leave, closeReplica, forgetSession]) {
    expect(step).not.toHaveBeenCalled()
  }
})

it('one without a network ends the session here, and the server is told later', async () => {
  vi.mocked(countUnsent).mockResolvedValue(0)
  vi.mocked(finishWipes).mockResolvedValue(false)
  vi.mocked(signOut).mockRejectedValue(new AuthError('UNREACHABLE', ''))
  await endSession(leave)
  expect(rememberSignOut).toHaveBeenCalledTimes(1)
  expect(forgetSession).toHaveBeenCalledTimes(1)
  expect(toastStore.current).toMatchObject({ title: 'Some data is still on this device' })
})

it('one without a network is refused where the device cannot keep that the server is to be told', async () => {
  vi.mocked(countUnsent).mockResolvedValue(0)
  vi.mocked(rememberSignOut).mockReturnValue(false)
  vi.mocked(signOut).mockRejectedValue(new AuthError('UNREACHABLE', ''))
  await endSession(leave)
  expect(toastStore.current).toMatchObject({ title: 'Could not log out. Please try again.' })
  for (const step of [rememberWipe, leave, closeReplica, forgetSession]) {
    expect(step).not.toHaveBeenCalled()
  }
})
