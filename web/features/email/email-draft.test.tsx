// @vitest-environment happy-dom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const disk = vi.hoisted(() => ({ draft: {} as object, isFull: false, isUnreadable: false }))
vi.mock('#web/replica/first-paint-cache.ts', () => ({
  readDraft: async () => {
    if (disk.isUnreadable) throw new Error('unreadable')
    return structuredClone(disk.draft)
  },
  storeDraft: async (_: string, __: string, own: object, ofTeam?: { work: object }) => {
    if (!disk.isFull) disk.draft = structuredClone({ ...own, ...ofTeam?.work })
    return !disk.isFull
  },
}))

beforeEach(() => Object.assign(disk, { draft: {}, isFull: false, isUnreadable: false }))
afterEach(cleanup)

/** A tab of the same user that shows the screen: modules of its own over the same disk. */
async function openTab() {
  vi.resetModules()
  const { session } = await import('#web/session/session.ts')
  session.me = { user: { id: 'ada' } } as typeof session.me
  const tab = await import('./email-draft.ts')
  const { result } = renderHook(() => tab.useEmailDraft())
  return { ...tab, shown: () => result.current }
}

const comeBack = () => dispatchEvent(new Event('focus'))

it('what another tab made of the draft shows once the user is back, and stays when they go on', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.changeDraft({ jobTitle: 'Night nurse', team: 'gulf' })
  await waitFor(() => expect(one.isDraftKept()).toBe(true))
  expect(other.currentDraft().jobTitle).toBe('')
  comeBack()
  await waitFor(() => expect(other.shown().draft.jobTitle).toBe('Night nurse'))
  expect(other.shown().isKept).toBe(true)
  other.changeDraft({ jobDescription: 'Twelve hours.' })
  await waitFor(() =>
    expect(disk.draft).toMatchObject({
      jobTitle: 'Night nurse',
      jobDescription: 'Twelve hours.',
      team: 'gulf',
    }),
  )
})

it('what comes late to a tab in the background is laid over what was typed in another meanwhile', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.changeDraft({ jobTitle: 'Night nurse' })
  await waitFor(() => expect(one.isDraftKept()).toBe(true))
  const email = { subject: 'Nights', body: 'Dear {first_name}', isSample: false }
  other.changeDraft({ email })
  await waitFor(() => expect(other.isDraftKept()).toBe(true))
  expect(other.currentDraft()).toMatchObject({ jobTitle: 'Night nurse', email })
  comeBack()
  await waitFor(() => expect(one.currentDraft()).toEqual(other.currentDraft()))
})

it('an e-mail of a team that was left does not come back with the stored draft', async () => {
  const tab = await openTab()
  const { leftTeams } = await import('#web/replica/left-teams.ts')
  const email = { subject: 'Nights', body: 'Dear {first_name}', isSample: false }
  leftTeams.names = { gulf: 'Gulf Coast' }
  disk.draft = { jobTitle: 'Night nurse', team: 'gulf', email }
  comeBack()
  await waitFor(() => expect(tab.currentDraft().jobTitle).toBe('Night nurse'))
  expect(tab.currentDraft()).toMatchObject({ team: null, email: null })
})

it('a draft that could not be stored is not replaced by the stored one', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.changeDraft({ jobTitle: 'Night nurse' })
  await waitFor(() => expect(one.isDraftKept()).toBe(true))
  disk.isFull = true
  other.changeDraft({ jobTitle: 'Day nurse' })
  comeBack()
  await new Promise((resolve) => setTimeout(resolve))
  expect(other.shown().draft.jobTitle).toBe('Day nurse')
  expect(other.shown().isKept).toBe(false)
})

it('a draft is stored by the next change where the disk failed once', async () => {
  const tab = await openTab()
  disk.isUnreadable = true
  tab.changeDraft({ jobTitle: 'Night nurse' })
  await new Promise((resolve) => setTimeout(resolve))
  expect(tab.isDraftKept()).toBe(false)
  disk.isUnreadable = false
  tab.changeDraft({ jobDescription: 'Twelve hours.' })
  await waitFor(() => expect(tab.isDraftKept()).toBe(true))
  expect(disk.draft).toMatchObject({ jobTitle: 'Night nurse', jobDescription: 'Twelve hours.' })
})

it('nothing is drawn anew for the user who comes back to the same draft', async () => {
  const tab = await openTab()
  tab.changeDraft({ jobTitle: 'Night nurse' })
  await waitFor(() => expect(tab.isDraftKept()).toBe(true))
  const before = tab.currentDraft()
  comeBack()
  await new Promise((resolve) => setTimeout(resolve))
  expect(tab.currentDraft()).toBe(before)
})
