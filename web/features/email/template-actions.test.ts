import { beforeEach, expect, it, vi } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { AppError } from '#sync/contract/errors.ts'
import { leftTeams } from '#web/replica/left-teams.ts'
import { mutate } from '#web/replica/replica.ts'
import { session } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { changeDraft, currentDraft, EMPTY_DRAFT, releaseSignature } from './email-draft.ts'
import { deleteTemplate, loadTemplate, saveTemplate } from './template-actions.ts'

vi.mock('#web/replica/replica.ts', () => ({ mutate: vi.fn() }))
// The templates are this account's.
session.me = { user: { id: 'me' } } as Me

const EMAIL = { subject: 'Nights', body: 'Hello', isSample: true }
const TEMPLATE = {
  id: '00000000-0000-4000-8000-000000000009',
  owner_id: 'me',
  name: 'Locum',
  subject: 'Weekends',
  body: 'Hi',
  tone: 'casual',
  length: 'long',
  position_type: 'contract',
  created_at: new Date(),
  updated_at: new Date(),
  created_by: 'me',
  updated_by: 'me',
} as const

beforeEach(async () => {
  const user = { id: 'me', email: 'me@example.com', name: 'Me', created_at: '2026-01-01T00:00:00Z' }
  session.me = { user, role: 'subscriber', tier: null, grants: [], isAdmin: false } as unknown as Me
  // Valtio notifies subscribers a moment after a change.
  await new Promise((resolve) => setTimeout(resolve))
  vi.mocked(mutate).mockReset().mockResolvedValue({ id: 'mutation' })
  toastStore.current = null
  changeDraft({ ...EMPTY_DRAFT, jobTitle: ' Night nurse ', email: EMAIL })
})

it('EMAIL-14 keeps the e-mail under the job title, with tone, length and position type', async () => {
  await saveTemplate()
  expect(mutate).toHaveBeenCalledWith('templates.create', {
    id: expect.any(String),
    name: 'Night nurse',
    subject: 'Nights',
    body: 'Hello',
    tone: 'professional',
    length: 'medium',
    position_type: 'full-time',
  })
  expect(toastStore.current).toMatchObject({ title: 'Template Saved', tone: 'ok' })
})

it('a double press saves one template, and another one after an edit', async () => {
  await Promise.all([saveTemplate(), saveTemplate()])
  changeDraft({ email: { ...EMAIL, body: 'Hello again' } })
  await saveTemplate()
  const ids = vi.mocked(mutate).mock.calls.map(([, args]) => (args as { id: string }).id)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

it.each([{ email: null }, { jobTitle: '  ' }])('EMAIL-13 keeps nothing with %j', async (lack) => {
  changeDraft(lack)
  await saveTemplate()
  expect(mutate).not.toHaveBeenCalled()
  expect(toastStore.current).toMatchObject({
    title: 'Missing Information',
    description: 'Please generate an email with a job title to save as template',
  })
})

it('EMAIL-14 EMAIL-17 says that a template could not be kept or deleted, and why', async () => {
  for (const [act, title] of [
    [saveTemplate, 'Save Failed'],
    [() => deleteTemplate(TEMPLATE), 'Delete Failed'],
  ] as const) {
    vi.mocked(mutate).mockRejectedValueOnce(new AppError('forbidden', 'The disk is full.'))
    await act()
    const words = { title, description: 'The disk is full.', tone: 'danger' }
    expect(toastStore.current).toMatchObject(words)
  }
})

it('EMAIL-16 loading takes texts and choices, leaves the job, and can be taken back', () => {
  const before = currentDraft()
  loadTemplate(TEMPLATE)
  expect(currentDraft()).toEqual({
    ...before,
    email: { subject: 'Weekends', body: 'Hi', isSample: false },
    tone: 'casual',
    length: 'long',
    positionType: 'contract',
  })
  expect(toastStore.current?.title).toBe('Template Loaded')
  toastStore.current?.action?.onPress()
  expect(currentDraft()).toEqual(before)
})

it('EMAIL-17 a deleted template comes back by Undo as it was', async () => {
  await deleteTemplate(TEMPLATE)
  const { id, name, subject, body, tone, length, position_type } = TEMPLATE
  const previous = { name, subject, body }
  expect(mutate).toHaveBeenLastCalledWith('templates.delete', { id, previous })
  expect(toastStore.current?.title).toBe('Template Deleted')
  toastStore.current?.action?.onPress()
  expect(mutate).toHaveBeenLastCalledWith('templates.create', {
    ...{ id, ...previous },
    ...{ tone, length, position_type },
  })
})

it.each(['Alex', ''])('a signature %j that the settings hold is theirs again', (signature) => {
  changeDraft({ signature })
  for (const kept of [undefined, 'Bea']) {
    releaseSignature(currentDraft(), kept)
    expect(currentDraft().signature).toBe(signature)
  }
  releaseSignature(currentDraft(), signature)
  expect(currentDraft()).toMatchObject({ jobTitle: ' Night nurse ', signature: null })
})

it('TEAMS-21 an e-mail that began with a team’s template goes with the team, the job stays', async () => {
  loadTemplate({ ...TEMPLATE, owner_id: 'desk' })
  changeDraft({ email: { subject: 'Weekends', body: 'Hi there', isSample: false } })
  leftTeams.names['another desk'] = 'Days'
  await new Promise((resolve) => setTimeout(resolve))
  expect(currentDraft().email?.body).toBe('Hi there')
  leftTeams.names.desk = 'Nights'
  await new Promise((resolve) => setTimeout(resolve))
  expect(currentDraft()).toMatchObject({ email: null, team: null, jobTitle: ' Night nurse ' })
})
