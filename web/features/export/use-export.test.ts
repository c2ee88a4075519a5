// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { exportPeople, fetchExports } from '#web/lib/account/account-client.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { type ExportRequest, exportDialogStore } from '#web/lib/exports/export-dialog-store.ts'
import { saveFile } from '#web/lib/exports/save-file.ts'
import { refreshSession, session } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { useExport } from './use-export.ts'

vi.mock('#web/lib/account/account-client.ts', () => ({
  exportPeople: vi.fn(),
  fetchExports: vi.fn(),
}))
vi.mock('#web/lib/exports/save-file.ts', () => ({ saveFile: vi.fn() }))
vi.mock('#web/session/session.ts', () => ({
  session: { me: null },
  refreshSession: vi.fn(async () => undefined),
}))

const FILE = {
  content: new Blob(),
  fileName: null,
  count: 2,
  leftOut: 0,
  contacts: 0,
  contactsLeft: 9,
}
const by = (role: Me['role'], tier = 'basic') => ({ role, subscription: { tier } }) as Me

/** Opens the dialog and presses its button. */
async function press(source: ExportRequest['source']) {
  const request = { ids: ['a', 'b'], people: [], source } as ExportRequest
  exportDialogStore.current = request
  // As the dialog has it.
  const asked = exportDialogStore.current
  const { result } = renderHook(() => useExport(asked, async () => undefined))
  await act(async () => result.current.run('csv', ['city']))
  return result
}

beforeEach(() => {
  vi.resetAllMocks()
  vi.mocked(exportPeople).mockResolvedValue(FILE)
  session.me = by('subscriber')
  toastStore.current = null
})

it.each([
  ['search', 'healthcare_worker_export.csv'],
  ['profile', 'physician_export.csv'],
  ['list', 'healthcare_worker_list.csv'],
] as const)('EXPORT-03 a file of a %s without a name has its own', async (source, name) => {
  await press(source)
  expect(saveFile).toHaveBeenCalledExactlyOnceWith(FILE.content, name)
  expect(exportDialogStore.current).toBeNull()
  expect(refreshSession).not.toHaveBeenCalled()
})

it('DEMO-08 an export of a grant is followed by a look at what it still opens', async () => {
  session.me = by('demo')
  await press('search')
  expect(refreshSession).toHaveBeenCalledTimes(1)
})

it.each<[string, () => Promise<{ total: number }>]>([
  ['none was made before', async () => ({ total: 0 })],
  [
    'the exports cannot be read',
    () => Promise.reject(new ApiError('unreachable', 'The directory could not be reached.')),
  ],
])(
  'PAGES-06 an export that may end the guarantee warns first, and the next press exports: %s',
  async (_, read) => {
    session.me = by('subscriber', 'Premium')
    vi.mocked(fetchExports).mockImplementation(read as never)
    const result = await press('search')
    expect(result.current.isWarning).toBe(true)
    expect(exportPeople).not.toHaveBeenCalled()
    await act(async () => result.current.run('csv', ['city']))
    expect(exportPeople).toHaveBeenCalledTimes(1)
  },
)

it.each([
  ['the guarantee ended with an earlier one', 'premium', 3],
  ['the plan has no guarantee', 'basic', 0],
])('an export is made at the first press where %s', async (_, tier, total) => {
  session.me = by('subscriber', tier)
  vi.mocked(fetchExports).mockResolvedValue({ total } as never)
  const result = await press('search')
  expect(result.current.isWarning).toBe(false)
  expect(exportPeople).toHaveBeenCalledTimes(1)
})
