import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError, call } from '#web/lib/api-client.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { changeDraft, currentDraft } from './email-draft.ts'
import { generateEmail } from './generate-email.ts'

vi.mock('#web/lib/api-client.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#web/lib/api-client.ts')>()),
  call: vi.fn(),
}))

const EMAIL = { subject: 'Nights', body: 'Dear {first_name}', isSample: false }

beforeEach(() => {
  toastStore.current = null
  vi.mocked(call).mockReset().mockResolvedValue(EMAIL)
  changeDraft({ jobTitle: 'Night nurse', jobDescription: 'Nights.', email: null, team: null })
})

it('EMAIL-07 the first e-mail is shown and replaces none that could be brought back', async () => {
  expect(await generateEmail('Ana')).toBe(true)
  expect(currentDraft().email).toEqual(EMAIL)
  expect(toastStore.current).toMatchObject({ title: 'Email Generated!', tone: 'ok' })
  expect(toastStore.current?.action).toBeUndefined()
})

it('an e-mail that was replaced comes back with its team', async () => {
  const before = { subject: 'Edited', body: 'By hand', isSample: false }
  changeDraft({ email: before, team: 'gulf' })
  await generateEmail('Ana')
  expect(currentDraft()).toMatchObject({ email: EMAIL, team: null })
  toastStore.current?.action?.onPress()
  expect(currentDraft()).toMatchObject({ email: before, team: 'gulf' })
})

it.each([
  ['jobTitle', 'Job Title Required', 'Please enter a job title to generate an email.'],
  [
    'jobDescription',
    'Job Description Required',
    'Please enter a job description to generate an email.',
  ],
])('EMAIL-05 without %s nothing is asked', async (missing, title, description) => {
  // A zero width space, as it comes along with what is copied.
  changeDraft({ [missing]: ' \u200b ' })
  expect(await generateEmail('Ana')).toBe(false)
  expect(toastStore.current).toMatchObject({ title, description, tone: 'danger' })
  expect(call).not.toHaveBeenCalled()
})

it('a session that has ended is told so', async () => {
  changeDraft({ email: EMAIL })
  vi.mocked(call).mockRejectedValue(new ApiError('authentication_required', 'x'))
  expect(await generateEmail('Ana')).toBe(false)
  expect(toastStore.current).toMatchObject({
    title: 'Generation Failed',
    description: 'You are signed out. Log in again.',
  })
})

it('EMAIL-09 a failure is told, and leaves the e-mail', async () => {
  changeDraft({ email: EMAIL })
  vi.mocked(call).mockRejectedValue(new ApiError('internal_error', 'x'))
  expect(await generateEmail('Ana')).toBe(false)
  expect(currentDraft().email).toEqual(EMAIL)
  expect(toastStore.current).toMatchObject({ title: 'Generation Failed', tone: 'danger' })
})
