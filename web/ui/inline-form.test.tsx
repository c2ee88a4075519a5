// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { InlineForm } from './inline-form.tsx'

afterEach(cleanup)

it('Escape in the form gives it up, and the dialog around it stays open', () => {
  const handleCancel = vi.fn()
  const handleClose = vi.fn()
  render(
    <Dialog isOpen onOpenChange={handleClose} title="History">
      <InlineForm onCancel={handleCancel}>
        <textarea aria-label="Note" />
      </InlineForm>
    </Dialog>,
  )
  const field = screen.getByLabelText('Note')
  // It ends what an input method is composing, not the form.
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
  expect(handleCancel).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(handleCancel).toHaveBeenCalledOnce()
  expect(handleClose).not.toHaveBeenCalled()
})

it('Escape beside an open form leads to it, and the dialog does not close over what was typed', () => {
  const handleClose = vi.fn()
  const shown = (isWriting: boolean) => (
    <Dialog isOpen onOpenChange={handleClose} title="History">
      {isWriting && (
        <InlineForm onCancel={() => undefined}>
          <textarea aria-label="Note" defaultValue="Called twice" />
        </InlineForm>
      )}
      <button type="button">Beside it</button>
    </Dialog>
  )
  const { rerender } = render(shown(true))
  const press = () => {
    screen.getByText('Beside it').focus()
    fireEvent.keyDown(screen.getByText('Beside it'), { key: 'Escape' })
  }
  press()
  expect(handleClose).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getByLabelText('Note'))
  rerender(shown(false))
  press()
  expect(handleClose).toHaveBeenCalledExactlyOnceWith(false)
})
