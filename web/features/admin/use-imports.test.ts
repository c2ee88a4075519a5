import { expect, it, vi } from 'vitest'
import type { AdminImport } from '#api/contract/admin-imports.ts'
import { act, mountHook } from '#tests/support/mount.tsx'
import { fetchImports } from './imports-client.ts'
import { useImports } from './use-imports.ts'

vi.mock('./imports-client.ts', () => ({ fetchImports: vi.fn() }))

const page = (...ids: string[]) =>
  ids.map((id) => ({ id, state: 'done' }) as unknown as AdminImport)

it('older imports that are asked for twice at once are shown once', async () => {
  let answer = (_: Awaited<ReturnType<typeof fetchImports>>): void => undefined
  vi.mocked(fetchImports)
    .mockResolvedValueOnce({ imports: page('d', 'c'), next: 'c' })
    .mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const hook = await mountHook(() => useImports(() => undefined), undefined)
  await act(async () => hook.current.loadMore())
  expect(hook.current.isLoadingMore).toBe(true)
  await act(async () => hook.current.loadMore())
  expect(vi.mocked(fetchImports).mock.calls).toEqual([[], ['c']])
  await act(async () => answer({ imports: page('b', 'a'), next: null }))
  expect(hook.current.rows?.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a'])
  expect(hook.current.hasMore).toBe(false)
  await hook.unmount()
})

it('the newest imports, read again, leave the older ones below', async () => {
  vi.mocked(fetchImports)
    .mockReset()
    .mockResolvedValueOnce({ imports: page('c', 'b'), next: 'b' })
    .mockResolvedValueOnce({ imports: page('a'), next: null })
    .mockResolvedValueOnce({ imports: page('d', 'c'), next: 'c' })
  const hook = await mountHook(() => useImports(() => undefined), undefined)
  await act(async () => hook.current.loadMore())
  await act(async () => hook.current.reload())
  expect(hook.current.rows?.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a'])
  expect(hook.current.hasMore).toBe(false)
  await hook.unmount()
})
