import { afterEach, expect, it, vi } from 'vitest'
import { session } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { exportDialogStore } from './export-dialog-store.ts'
import { requestExport } from './request-export.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  session.me = null
  exportDialogStore.current = null
})

const SELECTION = { ids: ['one'], people: [], source: 'search' } as const

it('EXPORT-01 without a login it says so, opens nothing and calls nobody', () => {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  requestExport(SELECTION)
  expect(toastStore.current?.title).toBe('Authentication Required')
  expect(exportDialogStore.current).toBeNull()
  expect(fetch).not.toHaveBeenCalled()
})

it('EXPORT-01 with nothing selected it opens nothing', () => {
  session.me = {
    role: 'admin',
    tier: null,
    grants: [],
    user: { id: 'a', email: 'a@b.test' },
  } as never
  requestExport({ ...SELECTION, ids: [] })
  expect(exportDialogStore.current).toBeNull()
  requestExport(SELECTION)
  expect(exportDialogStore.current?.ids).toEqual(['one'])
})
