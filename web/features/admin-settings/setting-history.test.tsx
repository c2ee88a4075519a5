// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SettingVersion } from '#api/contract/admin-settings.ts'
import { SettingHistory } from './setting-history.tsx'
import type { Settings } from './use-settings.ts'

vi.mock('#web/ui/dialog.tsx', () => ({
  Dialog: ({ children }: { children: ReactNode }) => children,
}))
const { reload } = vi.hoisted(() => ({ reload: vi.fn() }))
vi.mock('#web/lib/hooks/use-remote.ts', () => ({
  useRemote: () => ({ value: VERSIONS, failure: null, reload }),
}))

const VERSIONS: SettingVersion[] = [
  { version: 2, value: 'Newer', saved_at: '2026-08-05T12:00:00Z', saved_by: 'ada@b.test' },
  { version: 1, value: 'Older', saved_at: '2026-08-04T12:00:00Z', saved_by: null },
]

afterEach(cleanup)

/** Puts the older version in force again. @param isDone whether that works. */
async function reverted(isDone: boolean) {
  const [revert, onClose] = [vi.fn(async () => isDone), vi.fn()]
  const settings = { work: null, revert } as unknown as Settings
  reload.mockClear()
  render(<SettingHistory settingKey="seo_title" settings={settings} onClose={onClose} />)
  const older = screen.getByRole('button', { name: /^Revert to version/ })
  await act(async () => fireEvent.click(older))
  expect(revert).toHaveBeenCalledExactlyOnceWith('seo_title', 1)
  return { closed: onClose.mock.calls.length, read: reload.mock.calls.length }
}

it('a version that is put in force closes the history; one that was refused reads it again', async () => {
  expect(await reverted(true)).toEqual({ closed: 1, read: 0 })
  cleanup()
  expect(await reverted(false)).toEqual({ closed: 0, read: 1 })
})

it('a version of an account that was deleted says so, and the newest one is in force', () => {
  const settings = { work: null } as unknown as Settings
  render(<SettingHistory settingKey="seo_title" settings={settings} onClose={() => undefined} />)
  const [newest, older] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(newest).toMatch(/^Newerada@b\.test, Aug 5, 2026, .*In force$/)
  expect(older).toMatch(/^OlderA deleted account, Aug 4, 2026, .*Revert to this$/)
})
