// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { AdminSetting } from '#api/contract/admin-settings.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { session } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { fetchSettings, saveSetting, uploadImage } from './settings-client.ts'
import { useSettings, valuesOf } from './use-settings.ts'

vi.mock('./settings-client.ts')
vi.mock('#web/session/confirm-identity.ts', () => ({
  withConfirmation: async (send: () => Promise<unknown>) => ({ answer: await send() }),
}))

const title = (value: string, version: number) =>
  ({ key: 'seo_title', value, version }) as AdminSetting

const KEYWORDS = { key: 'seo_keywords', value: 'nurses', version: 1 } as AdminSetting

beforeEach(() => {
  vi.resetAllMocks()
  vi.mocked(fetchSettings).mockResolvedValue([title('First', 1), KEYWORDS])
  toastStore.current = null
  // What is typed goes with the session.
  session.me = { user: { id: crypto.randomUUID() } } as typeof session.me
})

it('SITE-15 one change at a time: while it is sent, none other is', async () => {
  let answer = (_: AdminSetting): void => undefined
  vi.mocked(saveSetting).mockReturnValue(new Promise((resolve) => (answer = resolve)))
  const { result } = await act(async () => renderHook(useSettings))
  act(() => result.current.type('seo_title', 'Second'))
  await act(async () => void result.current.save('seo_title'))
  expect(result.current.work).toEqual({ key: 'seo_title', isUpload: false })
  const file = new File(['x'], 'card.png', { type: 'image/png' })
  expect(await result.current.upload('seo_image_url', file)).toBe(false)
  expect(await result.current.save('seo_title')).toBe(false)
  expect(uploadImage).not.toHaveBeenCalled()
  expect(saveSetting).toHaveBeenCalledExactlyOnceWith('seo_title', 'Second', 1)
  await act(async () => answer(title('Second', 2)))
  expect(result.current.work).toBeNull()
  expect(result.current.saved?.seo_title?.value).toBe('Second')
  expect(toastStore.current).toMatchObject({ title: 'Setting saved', tone: 'ok' })
})

it('SITE-08 who saves second sees what stands now, and is not told any more once it is saved', async () => {
  const { result } = await act(async () => renderHook(useSettings))
  act(() => result.current.type('seo_title', 'Mine'))
  const told = 'ana@clinidex.test saved this setting before you.'
  vi.mocked(saveSetting).mockRejectedValueOnce(new ApiError('changed_elsewhere', told))
  vi.mocked(fetchSettings).mockResolvedValue([title('Theirs', 2)])
  await act(() => result.current.save('seo_title'))
  expect(toastStore.current).toMatchObject({ title: 'Save failed', description: told })
  expect(result.current.saved?.seo_title?.value).toBe('Theirs')
  expect(result.current.errors).toEqual({ seo_title: told })
  vi.mocked(saveSetting).mockResolvedValueOnce(title('Mine', 3))
  await act(() => result.current.save('seo_title'))
  expect(saveSetting).toHaveBeenLastCalledWith('seo_title', 'Mine', 2)
  expect(result.current.errors).toEqual({})
  expect(result.current.typed).toEqual({})
})

it('what is typed counts for the version it was made from, also after a save without a network', async () => {
  const { result } = await act(async () => renderHook(useSettings))
  act(() => result.current.type('seo_title', 'Min'))
  vi.mocked(saveSetting).mockRejectedValue(
    new ApiError('offline', 'There is no network connection.'),
  )
  await act(() => result.current.save('seo_title'))
  vi.mocked(fetchSettings).mockResolvedValue([title('Theirs', 2)])
  await act(async () => result.current.reload())
  act(() => result.current.type('seo_title', 'Mine'))
  await act(() => result.current.save('seo_title'))
  expect(saveSetting).toHaveBeenLastCalledWith('seo_title', 'Mine', 1)
  expect(result.current.typed.seo_title?.text).toBe('Mine')
})

it('what is typed is there again after a look at another screen, and is shown over what is saved', async () => {
  const first = await act(async () => renderHook(useSettings))
  act(() => first.result.current.type('seo_title', 'Mine'))
  first.unmount()
  const { result } = await act(async () => renderHook(useSettings))
  expect(result.current.typed).toEqual({ seo_title: { text: 'Mine', version: 1 } })
  expect(valuesOf(result.current)).toEqual({ seo_title: 'Mine', seo_keywords: 'nurses' })
})

it('what is typed while a save is answered elsewhere stays, and counts for what was saved', async () => {
  const first = await act(async () => renderHook(useSettings))
  act(() => first.result.current.type('seo_title', 'Mine'))
  let answer = (_: AdminSetting): void => undefined
  vi.mocked(saveSetting).mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  await act(async () => void first.result.current.save('seo_title'))
  first.unmount()
  const { result } = await act(async () => renderHook(useSettings))
  act(() => result.current.type('seo_title', 'Mine, longer'))
  await act(async () => answer(title('Mine', 2)))
  expect(result.current.typed).toEqual({ seo_title: { text: 'Mine, longer', version: 2 } })
})

it('SITE-08 who was told of another saves over that version alone, also after a look at another screen', async () => {
  const first = await act(async () => renderHook(useSettings))
  act(() => first.result.current.type('seo_title', 'Mine'))
  vi.mocked(saveSetting).mockRejectedValue(
    new ApiError('changed_elsewhere', 'Ana saved before you.'),
  )
  vi.mocked(fetchSettings).mockResolvedValue([title('Theirs', 2)])
  await act(() => first.result.current.save('seo_title'))
  first.unmount()
  vi.mocked(fetchSettings).mockResolvedValue([title('Theirs, newer', 3)])
  const { result } = await act(async () => renderHook(useSettings))
  await act(() => result.current.save('seo_title'))
  expect(saveSetting).toHaveBeenLastCalledWith('seo_title', 'Mine', 2)
})

it('what is typed is dropped when it is discarded, or typed back to what is saved', async () => {
  const { result } = await act(async () => renderHook(useSettings))
  act(() => result.current.type('seo_keywords', 'doctors'))
  act(() => result.current.type('seo_title', 'Mine'))
  vi.mocked(saveSetting).mockRejectedValue(new ApiError('offline', 'There is no network.'))
  await act(() => result.current.save('seo_title'))
  act(() => result.current.discard('seo_title'))
  expect(result.current.errors).toEqual({})
  expect(Object.keys(result.current.typed)).toEqual(['seo_keywords'])
  await act(() => result.current.save('seo_keywords'))
  act(() => result.current.type('seo_keywords', 'nurses'))
  expect(result.current.errors).toEqual({})
  act(() => result.current.type('seo_description', 'x'))
  act(() => result.current.type('seo_description', ''))
  expect(result.current.typed).toEqual({})
})
