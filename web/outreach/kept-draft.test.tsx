// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { fetchNames } from '#web/lib/people/people-client.ts'
import { leftTeams } from '#web/replica/left-teams.ts'
import { setTeamRows } from '#web/replica/teams.ts'
import { session } from '#web/session/session.ts'
import { GULF_DESK, GULF_DESK_ROSTER } from './gulf-desk-fixture.ts'
import { places } from './kept-places-fixture.ts'
import { forgetWorkAbout, forgetWorkAboutUnknown } from './kept-work.ts'
import { keepNote } from './notes.ts'
import { PersonOutreach } from './person-outreach.tsx'
import { untouched } from './untouched.ts'

vi.mock('#web/replica/first-paint-cache.ts', () => import('./kept-places-fixture.ts'))
vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: () => NO_ROWS }))
vi.mock('#web/lib/people/people-client.ts', () => ({ fetchNames: vi.fn() }))
vi.mock('./touches.ts', () => ({ useTouches: () => untouched('zenobia') }))
vi.mock('./notes.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('./notes.ts')>()),
  keepNote: vi.fn(async () => true),
}))

const NOTE = 'Private note about Zenobia Vale'
const PLACE = 'ana work.note zenobia'
const field = () => screen.getByLabelText<HTMLTextAreaElement>(NOTE)

async function signIn(id: string | null) {
  session.me = (id && { user: { id, email: `${id}@agency.test` }, role: 'subscriber' }) as never
  await act(async () => undefined)
}

/** The person's page in a tab that was just opened: nothing is in its memory. */
async function openTab(id: string | null = 'ana', person = 'zenobia', list?: string) {
  cleanup()
  await signIn(null)
  await signIn(id)
  const of = list === undefined ? undefined : { id: 'a list', owner_id: list }
  render(<PersonOutreach person={{ id: person, name: 'Zenobia Vale', list: of }} />)
  await screen.findByRole('button', { name: 'Do not contact' })
}

async function typePrivateNote(text: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Add a private note' }))
  fireEvent.change(field(), { target: { value: text } })
}

beforeEach(() => {
  places.clear()
  setTeamRows(null)
  leftTeams.names = {}
})
afterEach(cleanup)

describe('a private note that is being written', () => {
  it('is there in the next tab of the same account, and for no other account or person', async () => {
    await openTab()
    await typePrivateNote('Prefers nights')
    await openTab('ben')
    await screen.findByRole('button', { name: 'Add a private note' })
    await openTab('ana', 'ezra')
    await screen.findByRole('button', { name: 'Add a private note' })
    await openTab()
    await waitFor(() => expect(field().value).toBe('Prefers nights'))
    // Nobody has pressed here.
    expect(document.activeElement).toBe(document.body)
  })

  it.each(['Save note', 'Cancel'])('is gone after "%s"', async (button) => {
    await openTab()
    await typePrivateNote('Prefers nights')
    fireEvent.click(screen.getByRole('button', { name: button }))
    await screen.findByRole('button', { name: 'Add a private note' })
    await waitFor(() => expect(places.size).toBe(0))
  })

  it('stays where it could not be saved', async () => {
    vi.mocked(keepNote).mockResolvedValueOnce(false)
    await openTab()
    await typePrivateNote('Prefers nights')
    fireEvent.click(screen.getByRole('button', { name: 'Save note' }))
    await act(async () => undefined)
    await openTab()
    await waitFor(() => expect(field().value).toBe('Prefers nights'))
  })

  it('is not kept while nothing is written in it', async () => {
    await openTab()
    await typePrivateNote('P')
    fireEvent.change(field(), { target: { value: '' } })
    await waitFor(() => expect(places.size).toBe(0))
    expect(field().value).toBe('')
  })

  it('of another tab shows once the user is back, and goes once it was saved there', async () => {
    await openTab()
    const back = () => act(async () => void dispatchEvent(new Event('focus')))
    const elsewhere = (text: string) => places.set(PLACE, [{ text, previous: null }])
    elsewhere('Prefers nights')
    await back()
    expect(field().value).toBe('Prefers nights')
    elsewhere('Prefers nights off')
    await back()
    expect(field().value).toBe('Prefers nights off')
    places.clear()
    await back()
    await screen.findByRole('button', { name: 'Add a private note' })
    await typePrivateNote('Prefers days')
    elsewhere('Prefers nights')
    await back()
    expect(field().value).toBe('Prefers days')
  })

  it('of another tab shows with its person', async () => {
    await openTab('ana', 'ezra')
    places.set(PLACE, [{ text: 'Prefers nights', previous: null }])
    cleanup()
    render(<PersonOutreach person={{ id: 'zenobia', name: 'Zenobia Vale' }} />)
    await waitFor(() => expect(field().value).toBe('Prefers nights'))
  })

  it('of another tab stays when a form is opened here and closed empty', async () => {
    await openTab()
    places.set(PLACE, [{ text: 'Prefers nights', previous: null }])
    fireEvent.click(await screen.findByRole('button', { name: 'Add a private note' }))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await act(async () => undefined)
    expect(places.size).toBe(1)
    fireEvent.click(screen.getByRole('button', { name: 'Add a private note' }))
    await act(async () => void dispatchEvent(new Event('focus')))
    expect(field().value).toBe('Prefers nights')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(places.size).toBe(0))
  })

  it('goes with its person, from the screen, too', async () => {
    await openTab()
    await typePrivateNote('Prefers nights')
    await act(() => forgetWorkAbout(['ezra']))
    expect(field().value).toBe('Prefers nights')
    await act(() => forgetWorkAbout(['zenobia']))
    expect(places.size).toBe(0)
    expect(screen.queryByLabelText(NOTE)).toBeNull()
  })

  it('goes with a person whom the server knows no more, and only then', async () => {
    await openTab()
    await typePrivateNote('Prefers nights')
    const name = { first_name: 'Zenobia', middle_name: null, last_name: 'Vale' }
    vi.mocked(fetchNames).mockResolvedValueOnce([{ id: 'zenobia', ...name }])
    await act(forgetWorkAboutUnknown)
    expect(places.size).toBe(1)
    vi.mocked(fetchNames).mockResolvedValueOnce([])
    await act(forgetWorkAboutUnknown)
    expect(places.size).toBe(0)
  })
})

describe('a step that is being written', () => {
  const words = () => screen.getByLabelText<HTMLTextAreaElement>('Note')
  async function typeNote(text: string) {
    fireEvent.click(screen.getByRole('button', { name: 'Note' }))
    fireEvent.change(words(), { target: { value: text } })
    await waitFor(() => expect(places.size).toBe(1))
  }

  it('is there in the next tab, on its list alone, and beside a private note', async () => {
    await openTab()
    await typePrivateNote('Prefers nights')
    await openTab('ana', 'zenobia', 'ana')
    fireEvent.click(screen.getByRole('button', { name: 'Note' }))
    fireEvent.change(words(), { target: { value: 'Asked for days' } })
    await waitFor(() => expect(places.size).toBe(2))
    await openTab()
    expect(screen.queryByLabelText('Note')).toBeNull()
    cleanup()
    await signIn(null)
    await signIn('ana')
    const list = { id: 'a list', owner_id: 'ana' }
    render(<PersonOutreach person={{ id: 'zenobia', name: 'Zenobia Vale', list }} />)
    await waitFor(() => expect(words().value).toBe('Asked for days'))
    expect(field().value).toBe('Prefers nights')
  })

  it('on a list of a team is the team’s, and is not kept once the account has left', async () => {
    await openTab('ana', 'zenobia', 'team')
    setTeamRows({ teams: [GULF_DESK], roster: GULF_DESK_ROSTER })
    await typeNote('Asked for days')
    const [rows] = places.values()
    expect(rows).toEqual([{}, expect.objectContaining({ words: 'Asked for days' })])
    leftTeams.names.team = 'Gulf desk'
    fireEvent.change(words(), { target: { value: 'Asked for days off' } })
    await waitFor(() => expect(places.size).toBe(0))
  })

  it.each(['the tab that wrote it', 'the next tab'])('leaves %s with its team', async (tab) => {
    await openTab('ana', 'zenobia', 'team')
    setTeamRows({ teams: [GULF_DESK], roster: GULF_DESK_ROSTER })
    await typeNote('Asked for days')
    await typePrivateNote('Prefers nights')
    await waitFor(() => expect(places.size).toBe(2))
    if (tab === 'the next tab') await openTab('ana', 'zenobia', 'team')
    await waitFor(() => expect(words().value).toBe('Asked for days'))
    leftTeams.names.other = 'North'
    await act(async () => undefined)
    expect(words().value).toBe('Asked for days')
    leftTeams.names.team = 'Gulf desk'
    await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull())
    expect(field().value).toBe('Prefers nights')
    // The device deletes it a moment later.
    await act(async () => void dispatchEvent(new Event('focus')))
    expect(screen.queryByLabelText('Note')).toBeNull()
  })
})
