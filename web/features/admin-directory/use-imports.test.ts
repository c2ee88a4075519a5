// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { AdminImport } from '#api/contract/admin-imports.ts'
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
  const { result } = await act(async () => renderHook(() => useImports(() => undefined)))
  await act(async () => result.current.loadMore())
  expect(result.current.isLoadingMore).toBe(true)
  await act(async () => result.current.loadMore())
  expect(vi.mocked(fetchImports).mock.calls).toEqual([[], ['c']])
  await act(async () => answer({ imports: page('b', 'a'), next: null }))
  expect(result.current.rows?.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a'])
  expect(result.current.hasMore).toBe(false)
})

it('the newest imports, read again, leave the older ones below', async () => {
  vi.mocked(fetchImports)
    .mockReset()
    .mockResolvedValueOnce({ imports: page('c', 'b'), next: 'b' })
    .mockResolvedValueOnce({ imports: page('a'), next: null })
    .mockResolvedValueOnce({ imports: page('d', 'c'), next: 'c' })
  const { result } = await act(async () => renderHook(() => useImports(() => undefined)))
  await act(async () => result.current.loadMore())
  await act(async () => result.current.reload())
  expect(result.current.rows?.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a'])
  expect(result.current.hasMore).toBe(false)
})
