import { beforeEach, expect, it, vi } from 'vitest'
import type { AdminSetting } from '#api/contract/admin-settings.ts'
import { act, mountHook } from '#tests/support/mount.tsx'
import { ApiError } from '#web/lib/api-client.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { fetchSettings, saveSetting, uploadImage } from './admin-settings-client.ts'
import { useSettings } from './use-settings.ts'

vi.mock('./admin-settings-client.ts')
vi.mock('#web/session/confirm-identity.ts', () => ({
  withConfirmation: async (send: () => Promise<unknown>) => ({ answer: await send() }),
}))

const title = (value: string, version: number) =>
  ({ key: 'seo_title', value, version }) as AdminSetting

beforeEach(() => {
  vi.resetAllMocks()
  vi.mocked(fetchSettings).mockResolvedValue([title('First', 1)])
  toastStore.current = null
})

it('SITE-15 one change at a time: while it is sent, none other is', async () => {
  let answer = (_: AdminSetting): void => undefined
  vi.mocked(saveSetting).mockReturnValue(new Promise((resolve) => (answer = resolve)))
  const settings = await mountHook(useSettings, undefined)
  await act(async () => void settings.current.save('seo_title', 'Second'))
  expect(settings.current.work).toEqual({ key: 'seo_title', isUpload: false })
  const file = new File(['x'], 'card.png', { type: 'image/png' })
  expect(await settings.current.upload('seo_image_url', file)).toBe(false)
  expect(await settings.current.save('seo_title', 'Third')).toBe(false)
  expect(uploadImage).not.toHaveBeenCalled()
  expect(saveSetting).toHaveBeenCalledExactlyOnceWith('seo_title', 'Second', 1)
  await act(async () => answer(title('Second', 2)))
  expect(settings.current.work).toBeNull()
  expect(settings.current.saved?.seo_title?.value).toBe('Second')
  expect(toastStore.current).toMatchObject({ title: 'Setting saved', tone: 'ok' })
  await settings.unmount()
})

it('SITE-08 who saves second sees what stands now, and is not told any more once it is saved', async () => {
  const settings = await mountHook(useSettings, undefined)
  const told = 'ana@clinidex.test saved this setting before you.'
  vi.mocked(saveSetting).mockRejectedValueOnce(new ApiError('changed_elsewhere', told))
  vi.mocked(fetchSettings).mockResolvedValue([title('Theirs', 2)])
  await act(() => settings.current.save('seo_title', 'Mine'))
  expect(toastStore.current).toMatchObject({ title: 'Save failed', description: told })
  expect(settings.current.saved?.seo_title?.value).toBe('Theirs')
  expect(settings.current.errors).toEqual({ seo_title: told })
  vi.mocked(saveSetting).mockResolvedValueOnce(title('Mine', 3))
  await act(() => settings.current.save('seo_title', 'Mine'))
  expect(saveSetting).toHaveBeenLastCalledWith('seo_title', 'Mine', 2)
  expect(settings.current.errors).toEqual({})
  await settings.unmount()
})
