// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useActor } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { LockedSearch } from './locked-search.tsx'

const { upgrade, media } = vi.hoisted(() => ({ upgrade: vi.fn(), media: { isDesk: true } }))
vi.mock('#web/lib/account/use-billing.ts', () => ({ useBilling: () => ({ busy: null, upgrade }) }))
vi.mock('#web/lib/hooks/use-media-query.ts', () => ({ useMediaQuery: () => media.isDesk }))
vi.mock('#web/session/session.ts', () => ({ useActor: vi.fn() }))
vi.mock('#web/lib/account/show-gate.ts', () => ({ passesGate: vi.fn() }))
vi.mock('./use-search-preview.ts', () => ({ useSearchPreview: () => null }))
vi.mock('./active-filters.tsx', () => ({ ActiveFilters: () => null }))
vi.mock('./filter-panel.tsx', () => ({ FilterPanel: () => null }))
vi.mock('./preview-summary.tsx', () => ({ PreviewSummary: () => null }))
vi.mock('./query-field.tsx', () => ({ QueryField: () => null }))
vi.mock('./saved-controls.tsx', () => ({ SavedControls: () => null, SaveSearchButton: () => null }))

beforeEach(() => {
  toastStore.current = null
  upgrade.mockReset()
})
afterEach(cleanup)

function open(role: 'visitor' | 'free', isDesk: boolean): void {
  media.isDesk = isDesk
  vi.mocked(useActor).mockReturnValue({ role } as ReturnType<typeof useActor>)
  render(
    <LockedSearch params={{ filters: {} } as never} paywall={null} onChange={() => undefined} />,
  )
  for (const name of ['Select Page', 'Select All']) {
    expect(screen.getByRole('button', { name }).dataset.restricted).toBe('true')
  }
  fireEvent.click(screen.getByRole('button', { name: 'Select Page' }))
}

it.each([
  ['a desk', true],
  ['a phone', false],
])(
  'PLAN-13 GATE-04 on %s an account without a plan upgrades by the button and by the toast',
  (_, isDesk) => {
    open('free', isDesk)
    expect(upgrade).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Upgrade' }))
    expect(upgrade).toHaveBeenCalledTimes(1)
    expect(toastStore.current).toMatchObject({
      title: 'Free Limit Reached',
      action: { label: 'Upgrade' },
    })
    toastStore.current?.action?.onPress()
    expect(upgrade).toHaveBeenCalledTimes(2)
  },
)

it.each([
  ['a desk', true],
  ['a phone', false],
])('PLAN-13 GATE-04 on %s a visitor is offered no upgrade', (_, isDesk) => {
  open('visitor', isDesk)
  expect(screen.queryByRole('button', { name: 'Upgrade' })).toBeNull()
  expect(toastStore.current).toMatchObject({ title: 'Free Limit Reached' })
  expect(toastStore.current).not.toHaveProperty('action')
})
