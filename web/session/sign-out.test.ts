import { expect, it, vi } from 'vitest'
import { countUnsent } from '#sync/client/disk/wipe.ts'
import { soon } from '#tests/support/soon.ts'
import { signOut } from './auth-client.ts'
import { session } from './session.ts'
import { endSession } from './sign-out.ts'
import { signOutQuestion } from './sign-out-question.ts'

vi.mock('#sync/client/disk/wipe.ts', () => ({ countUnsent: vi.fn() }))
vi.mock('./auth-client.ts', () => ({ signOut: vi.fn() }))

it('asks first where it cannot be told whether work would be lost', async () => {
  session.me = { user: { id: 'ada' } } as typeof session.me
  vi.mocked(countUnsent).mockRejectedValue(new Error('cannot be opened'))
  const ending = endSession(async () => undefined)
  await soon(() => expect(signOutQuestion.answer).not.toBeNull())
  expect(signOutQuestion.unsent).toBeNull()
  signOutQuestion.answer?.(false)
  await ending
  expect(signOut).not.toHaveBeenCalled()
})
