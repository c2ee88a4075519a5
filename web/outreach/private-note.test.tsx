// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { keepNote } from './notes.ts'
import { PrivateNote } from './private-note.tsx'

vi.mock('./notes.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('./notes.ts')>()),
  keepNote: vi.fn(),
}))
afterEach(cleanup)

it('a refused note stays as typed, and one that was kept gives the focus to its button', async () => {
  vi.mocked(keepNote).mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  render(<PrivateNote person={{ id: 'zenobia', name: 'Zenobia Knight' }} kept="Days" />)
  fireEvent.click(screen.getByRole('button', { name: 'Edit note' }))
  const field = screen.getByLabelText('Private note about Zenobia Knight')
  fireEvent.change(field, { target: { value: 'Nights' } })
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save note' }))
  save()
  await Promise.resolve()
  expect(screen.getByDisplayValue('Nights')).toBe(field)
  save()
  const edit = await screen.findByRole('button', { name: 'Edit note' })
  expect(document.activeElement).toBe(edit)
  expect(vi.mocked(keepNote).mock.calls).toEqual(Array(2).fill(['zenobia', 'Nights', 'Days']))
})

it('Escape gives a note up, and gives the focus to its button', () => {
  render(<PrivateNote person={{ id: 'zenobia', name: 'Zenobia Knight' }} kept="Days" />)
  fireEvent.click(screen.getByRole('button', { name: 'Edit note' }))
  const field = screen.getByLabelText('Private note about Zenobia Knight')
  fireEvent.change(field, { target: { value: 'Nights' } })
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit note' }))
  expect(screen.getByText('Days')).toBeTruthy()
})
