// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A screen whose dialog is opened by a button that may be gone when it closes. */
function Screen({ isButtonKept }: { isButtonKept: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isButtonShown, setIsButtonShown] = useState(true)
  function close() {
    setIsButtonShown(isButtonKept)
    setIsOpen(false)
  }
  return (
    <main tabIndex={-1}>
      {isButtonShown && (
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
      )}
      <Dialog isOpen={isOpen} onOpenChange={close} title="A question" />
    </main>
  )
}

async function openAndClose(): Promise<void> {
  screen.getByText('Open').focus()
  await act(async () => fireEvent.click(screen.getByText('Open')))
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
  await act(async () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' }))
  expect(screen.queryByRole('dialog')).toBeNull()
}

it('gives the focus back to what opened the dialog', async () => {
  render(<Screen isButtonKept />)
  await openAndClose()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Open')))
})

it('gives the focus to the screen where what opened the dialog is gone', async () => {
  render(<Screen isButtonKept={false} />)
  await openAndClose()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

it('closes as by Escape at Back on Android, and a field that is open in it first', async () => {
  const watchers: { onclose?: () => void; isDestroyed?: true }[] = []
  vi.stubGlobal(
    'CloseWatcher',
    class {
      onclose?: () => void
      isDestroyed?: true
      constructor() {
        watchers.push(this)
      }
      destroy() {
        this.isDestroyed = true
      }
    },
  )
  const requestClose = () => act(async () => watchers.at(-1)?.onclose?.())
  const handleClose = vi.fn()
  render(
    <Dialog isOpen onOpenChange={handleClose} title="A question">
      <form data-own-escape>
        <input aria-label="New name" />
      </form>
    </Dialog>,
  )
  screen.getByLabelText('New name').focus()
  await requestClose()
  expect(handleClose).not.toHaveBeenCalled()
  screen.getByRole('dialog').focus()
  await requestClose()
  expect(handleClose).toHaveBeenCalledExactlyOnceWith(false)
  cleanup()
  expect(watchers).toHaveLength(3)
  expect(watchers.at(-1)?.isDestroyed).toBe(true)
})

/** Radix listens to presses from the next task on. */
const listening = () => act(() => new Promise((resolve) => setTimeout(resolve)))

function pressBeside(): void {
  fireEvent.pointerDown(document.body)
  fireEvent.click(document.body)
}

function write(field: string, value: string): void {
  fireEvent.input(screen.getByLabelText(field), { target: { value } })
}

it('a press beside a dialog closes it, unless text was written in it', async () => {
  const close = vi.fn()
  render(
    <Dialog isOpen onOpenChange={close} title="A note">
      <input type="search" aria-label="Find" />
      <textarea aria-label="Note" />
    </Dialog>,
  )
  await listening()
  write('Note', 'Prefers nights')
  pressBeside()
  expect(close).not.toHaveBeenCalled()
  write('Note', '')
  write('Find', 'nights')
  pressBeside()
  expect(close).toHaveBeenCalledOnce()
})

it('a press beside a dialog does not close it over what was chosen in it', async () => {
  const close = vi.fn()
  render(
    <Dialog isOpen onOpenChange={close} title="Export">
      <input type="checkbox" aria-label="Email" />
    </Dialog>,
  )
  await listening()
  fireEvent.input(screen.getByLabelText('Email'))
  pressBeside()
  expect(close).not.toHaveBeenCalled()
})

it('a press beside a drawer closes it, unless a form was written in', async () => {
  const close = vi.fn()
  render(
    <Drawer isOpen isBeside onOpenChange={close} title="Saved Searches" side="right">
      <input aria-label="Find" />
      <form>
        <input aria-label="New name" />
      </form>
    </Drawer>,
  )
  await listening()
  write('Find', 'nights')
  write('New name', 'Night nurses')
  pressBeside()
  expect(close).not.toHaveBeenCalled()
  write('New name', '')
  pressBeside()
  expect(close).toHaveBeenCalledOnce()
})
