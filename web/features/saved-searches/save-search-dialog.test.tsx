// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { searchSaving } from '#web/lib/searches/save-search.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { SaveSearchDialog } from './save-search-dialog.tsx'

vi.mock('#web/replica/owner-choice.tsx', () => ({ OwnerChoice: () => null }))
vi.mock('#web/ui/dialog.tsx', () => ({
  Dialog: ({ children }: { children: ReactNode }) => children,
}))

beforeEach(() => {
  toastStore.current = null
  searchSaving.params = { v: 2 } as never
  render(<SaveSearchDialog labelsOf={() => []} onView={() => undefined} />)
})
afterEach(() => {
  cleanup()
  searchSaving.params = null
})

it('SAVED-02 Enter without a name says that one is required', () => {
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Enter' })
  expect(toastStore.current).toMatchObject({
    title: 'Name required',
    description: 'Please enter a name for your search',
    tone: 'danger',
  })
})

it('the Enter that ends the composition of a letter asks for nothing', () => {
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Enter', isComposing: true })
  expect(toastStore.current).toBeNull()
})
