// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { EditableName } from './editable-name.tsx'

afterEach(cleanup)

it.each(['', '  ', '\u200b'])(
  'a name of which nothing is to be seen (%j) keeps the old one',
  (typed) => {
    const onRename = vi.fn()
    render(
      <EditableName name="Nights" maxLength={100} canRename onRename={onRename}>
        Nights
      </EditableName>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Rename Nights' }))
    const field = screen.getByLabelText('New name of Nights')
    fireEvent.change(field, { target: { value: typed } })
    fireEvent.click(screen.getByRole('button', { name: 'Save name' }))
    expect(onRename).not.toHaveBeenCalled()
    expect(screen.queryByLabelText('New name of Nights')).toBeNull()
  },
)

it('Escape keeps the old name, and gives the focus back to the pencil', () => {
  render(
    <EditableName name="Nights" maxLength={100} canRename onRename={vi.fn()}>
      Nights
    </EditableName>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Rename Nights' }))
  fireEvent.keyDown(screen.getByRole('button', { name: 'Save name' }), { key: 'Escape' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename Nights' }))
})
