// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { FormEvent } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { FormDialog } from './form-dialog.tsx'

const handleClose = vi.fn()
const handleSubmit = vi.fn((event: FormEvent) => event.preventDefault())

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

function show(state: { isBusy?: boolean; isDisabled?: boolean } = {}) {
  render(
    <FormDialog
      title="New list"
      confirmLabel="Create list"
      onClose={handleClose}
      onSubmit={handleSubmit}
      {...state}
    >
      <input aria-label="Name" required />
    </FormDialog>,
  )
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('the button below sends the form, whose fields the browser does not judge, and closes nothing', () => {
  show()
  press('Create list')
  expect(handleSubmit).toHaveBeenCalledOnce()
  expect(handleClose).not.toHaveBeenCalled()
})

it('nothing is sent while it is being sent, or while there is nothing to send', () => {
  for (const state of [{ isBusy: true }, { isDisabled: true }]) {
    show(state)
    press('Create list')
    cleanup()
  }
  expect(handleSubmit).not.toHaveBeenCalled()
})

it('Cancel, Close and Escape give the form up', () => {
  show()
  press('Cancel')
  press('Close')
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' })
  expect(handleClose).toHaveBeenCalledTimes(3)
  expect(handleSubmit).not.toHaveBeenCalled()
})
