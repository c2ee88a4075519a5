import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { TeamMemberRow } from '#db/schema/teams.ts'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { identityQuestion } from '#web/session/confirm-identity.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { HandOverDialog, RemoveDialog, RoleDialog } from './member-dialogs.tsx'
import { changeRole, handOverTeam, removeMember } from './team-client.ts'

vi.mock('./team-client.ts', () => ({
  changeRole: vi.fn(),
  handOverTeam: vi.fn(),
  removeMember: vi.fn(),
}))
const { question } = vi.hoisted(() => ({
  question: { onConfirm: (): Promise<boolean> => Promise.resolve(false) },
}))
vi.mock('./team-question.tsx', () => ({
  TeamQuestion: ({ onConfirm }: typeof question) => {
    question.onConfirm = onConfirm
    return null
  },
}))

const of = {
  team: { id: 'team', name: 'Gulf desk', lease_days: 7 } as OwnTeamRow,
  member: { id: 'm', display_name: 'Ben', role: 'viewer' } as TeamMemberRow,
  onClose: () => undefined,
}

it.each([
  ['handed over', HandOverDialog, handOverTeam, 'Ben owns Gulf desk now'],
  ['left by one', RemoveDialog, removeMember, 'Ben is removed from Gulf desk'],
])('a team that is %s says of whom', async (_, Dialog, deed, title) => {
  renderToStaticMarkup(<Dialog {...of} />)
  expect(await question.onConfirm()).toBe(true)
  expect(deed).toHaveBeenCalledExactlyOnceWith('team', 'm')
  expect(toastStore.current).toMatchObject({ title, tone: 'ok' })
})

it('a team stays as it was where its owner does not confirm who hands it over', async () => {
  toastStore.current = null
  const refusal = new ApiError('confirmation_required', 'Please confirm that it is you.')
  vi.mocked(handOverTeam).mockRejectedValueOnce(refusal)
  renderToStaticMarkup(<HandOverDialog {...of} />)
  const asked = question.onConfirm()
  await vi.waitFor(() => expect(identityQuestion.settle).not.toBeNull())
  identityQuestion.settle?.(false)
  expect(await asked).toBe(false)
  expect(toastStore.current).toBeNull()
})

it('a role that is as it was is not sent', async () => {
  toastStore.current = null
  renderToStaticMarkup(<RoleDialog {...of} />)
  expect(await question.onConfirm()).toBe(true)
  expect(changeRole).not.toHaveBeenCalled()
  expect(toastStore.current).toBeNull()
})
