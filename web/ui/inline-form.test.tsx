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
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(handleClose).toHaveBeenCalledExactlyOnceWith(false)
})
