import { expect, it, vi } from 'vitest'
import { AppError } from '#sync/contract/errors.ts'
import { mutate } from '#web/replica/replica.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { keepNote, tooLong } from './notes.ts'

vi.mock('#web/replica/replica.ts', () => ({ mutate: vi.fn() }))

it('a note is kept with the text that its author saw, and an empty one as none', async () => {
  expect(await keepNote('zenobia', 'Prefers nights', 'Prefers days')).toBe(true)
  const note = { candidate_id: 'zenobia', note: 'Prefers nights', previous: 'Prefers days' }
  expect(mutate).toHaveBeenLastCalledWith('candidates.note', note)
  const none = { candidate_id: 'zenobia', note: null, previous: 'Prefers nights' }
  for (const nothing of ['', ' \n', '\u200b']) {
    await keepNote('zenobia', nothing, 'Prefers nights')
    expect(mutate).toHaveBeenLastCalledWith('candidates.note', none)
  }
})

it('a note that was refused is said not to be kept, and why', async () => {
  vi.mocked(mutate).mockRejectedValueOnce(new AppError('changed_elsewhere', 'It was changed.'))
  expect(await keepNote('zenobia', 'Prefers nights', null)).toBe(false)
  expect(toastStore.current).toMatchObject({
    title: 'This was not kept',
    description: 'It was changed.',
    tone: 'danger',
  })
})

it('a text is too long past its limit, and is told by how many characters it is', () => {
  expect(tooLong('x'.repeat(1000), 1000)).toBeUndefined()
  expect(tooLong('x'.repeat(1001), 1000)).toBe('At most 1,000 characters; these are 1,001.')
})
