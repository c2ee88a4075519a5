// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { exportDialogStore } from '#web/lib/exports/export-dialog-store.ts'
import { useOnline } from '#web/lib/hooks/use-online.ts'
import { storedKeys, storeKeys } from './column-choice.ts'
import { ExportDialog } from './export-dialog.tsx'

vi.mock('#web/ui/dialog.tsx', () => ({
  Dialog: ({ children, footer }: { children: ReactNode; footer: ReactNode }) => (
    <>
      {children}
      {footer}
    </>
  ),
}))
vi.mock('./preview-table.tsx', () => ({ Preview: () => null }))
vi.mock('./use-allowance.ts', () => ({
  useAllowance: () => ({
    takingOf: () => ({ people: 2, left: 1, resetsAt: '2026-08-05T00:00:00Z', isOver: true }),
    reload: () => undefined,
  }),
}))
vi.mock('#web/lib/hooks/use-online.ts', () => ({ useOnline: vi.fn(() => true) }))
const { run, warning } = vi.hoisted(() => ({ run: vi.fn(), warning: { isShown: false } }))
vi.mock('./use-export.ts', () => ({
  useExport: () => ({ isBusy: false, isWarning: warning.isShown, run }),
}))

afterEach(() => {
  cleanup()
  warning.isShown = false
  vi.mocked(useOnline).mockReturnValue(true)
  localStorage.clear()
  exportDialogStore.current = null
})

it('columns beyond the allowance are not in the file, and are ticked again the next time', async () => {
  storeKeys(['last_name', 'phone', 'city'])
  exportDialogStore.current = { ids: ['ada', 'ben'], people: [], source: 'search' }
  render(<ExportDialog />)
  await act(async () =>
    fireEvent.click(screen.getByRole('button', { name: 'Export without contacts' })),
  )
  expect(run).toHaveBeenCalledExactlyOnceWith('csv', ['last_name', 'city'])
  expect(storedKeys()).toEqual(['last_name', 'phone', 'city'])
})

it('EXPORT-01 without a network the dialog says so before the press, and neither button exports', () => {
  vi.mocked(useOnline).mockReturnValue(false)
  exportDialogStore.current = { ids: ['ada', 'ben'], people: [], source: 'search' }
  for (const [isShown, name] of [
    [false, 'Export without contacts'],
    [true, 'Export anyway'],
  ] as const) {
    warning.isShown = isShown
    render(<ExportDialog />)
    expect(screen.getByRole('status').textContent).toBe(
      'The file is made by the server: connect first.',
    )
    expect((screen.getByRole('button', { name }) as HTMLButtonElement).disabled).toBe(true)
    cleanup()
  }
})
