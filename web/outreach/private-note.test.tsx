// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { session } from '#web/session/session.ts'
import { keepNote } from './notes.ts'
import { PrivateNote } from './private-note.tsx'

vi.mock('./notes.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('./notes.ts')>()),
  keepNote: vi.fn(),
}))
afterEach(cleanup)

const ZENOBIA = { id: 'zenobia', name: 'Zenobia Knight' }
const EZRA = { id: 'ezra', name: 'Ezra Quist' }

it('a refused note stays as typed, and one that was kept gives the focus to its button', async () => {
  vi.mocked(keepNote).mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  render(<PrivateNote person={ZENOBIA} kept="Days" />)
  fireEvent.click(screen.getByRole('button', { name: 'Edit private note' }))
  const field = screen.getByLabelText('Private note about Zenobia Knight')
  fireEvent.change(field, { target: { value: 'Nights' } })
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save note' }))
  save()
  await Promise.resolve()
  expect(screen.getByDisplayValue('Nights')).toBe(field)
  save()
  const edit = await screen.findByRole('button', { name: 'Edit private note' })
  expect(document.activeElement).toBe(edit)
  expect(vi.mocked(keepNote).mock.calls).toEqual(Array(2).fill(['zenobia', 'Nights', 'Days']))
})

it('shows what another device wrote meanwhile, and replaces it at the second press on Save alone', async () => {
  vi.mocked(keepNote).mockReset().mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  const { rerender } = render(<PrivateNote person={ZENOBIA} kept="Days" />)
  fireEvent.click(screen.getByRole('button', { name: 'Edit private note' }))
  const field = screen.getByLabelText('Private note about Zenobia Knight')
  fireEvent.change(field, { target: { value: 'Nights' } })
  expect(screen.queryByRole('status')).toBeNull()
  rerender(<PrivateNote person={ZENOBIA} kept="Weekends" />)
  expect(screen.getByRole('status').textContent).toBe(
    'It was changed on another device meanwhile, to “Weekends”.',
  )
  rerender(<PrivateNote person={ZENOBIA} kept={null} />)
  expect(screen.getByRole('status').textContent).toBe('It was deleted on another device meanwhile.')
  rerender(<PrivateNote person={ZENOBIA} kept="Nights" />)
  expect(screen.queryByRole('status')).toBeNull()
  rerender(<PrivateNote person={ZENOBIA} kept="Weekends" />)
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save note' }))
  save()
  await vi.waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(screen.getByDisplayValue('Nights')).toBe(field)
  save()
  await screen.findByRole('button', { name: 'Edit private note' })
  expect(vi.mocked(keepNote).mock.calls).toEqual([
    ['zenobia', 'Nights', 'Days'],
    ['zenobia', 'Nights', 'Weekends'],
  ])
})

it('says how it differs from a note in the history', () => {
  render(<PrivateNote person={ZENOBIA} kept="Days" />)
  fireEvent.click(screen.getByRole('button', { name: 'Edit private note' }))
  const hint = screen.getByText('Stays with the person, on every list. Only you see it.')
  const field = screen.getByLabelText('Private note about Zenobia Knight')
  expect(field.getAttribute('aria-describedby')).toBe(hint.id)
  fireEvent.keyDown(field, { key: 'Escape' })
})

it('Escape gives a note up, and gives the focus to its button', () => {
  render(<PrivateNote person={ZENOBIA} kept="Days" />)
  fireEvent.click(screen.getByRole('button', { name: 'Edit private note' }))
  const field = screen.getByLabelText('Private note about Zenobia Knight')
  fireEvent.change(field, { target: { value: 'Nights' } })
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit private note' }))
  expect(screen.getByText('Days')).toBeTruthy()
})

it('what is being written stays with its person, and goes with the session', async () => {
  session.me = { user: { id: 'ada' } } as typeof session.me
  render(<PrivateNote person={ZENOBIA} kept={null} />)
  fireEvent.click(screen.getByRole('button', { name: 'Add a private note' }))
  const label = 'Private note about Zenobia Knight'
  fireEvent.change(screen.getByLabelText(label), { target: { value: 'Nights' } })
  cleanup()

  render(<PrivateNote person={EZRA} kept={null} />)
  expect(screen.getByRole('button', { name: 'Add a private note' })).toBeTruthy()
  cleanup()

  render(<PrivateNote person={ZENOBIA} kept={null} />)
  expect(screen.getByLabelText<HTMLTextAreaElement>(label).value).toBe('Nights')
  expect(document.activeElement).toBe(document.body)
  cleanup()

  session.me = { user: { id: 'bo' } } as typeof session.me
  await Promise.resolve()
  render(<PrivateNote person={ZENOBIA} kept={null} />)
  expect(screen.queryByLabelText(label)).toBeNull()
})
