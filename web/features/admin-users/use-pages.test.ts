// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { type Page, usePages } from './use-pages.ts'

/** A server that answers when it is told to, in any order. */
function slowServer() {
  const asked: { after: string | undefined; settle(answer: Page<string> | ApiError): void }[] = []
  const fetchPage = (after?: string) =>
    new Promise<Page<string>>((resolve, reject) => {
      const settle = (answer: Page<string> | ApiError) =>
        answer instanceof ApiError ? reject(answer) : resolve(answer)
      asked.push({ after, settle })
    })
  const answer = (at: number, page: Page<string> | ApiError) =>
    act(async () => asked[at]?.settle(page))
  return { asked, fetchPage, answer }
}

const FIRST = { rows: ['a', 'b'], next: 'b', count: 3 }
const REST = { rows: ['c'], next: null }

it('a next page is asked for once, and stands below with the count of the first', async () => {
  const { asked, fetchPage, answer } = slowServer()
  const { result } = renderHook(() => usePages<string>(fetchPage))
  expect(result.current.rows).toBeUndefined()
  await answer(0, FIRST)
  expect(result.current).toMatchObject({ rows: ['a', 'b'], hasMore: true })
  await act(async () => result.current.loadMore())
  await act(async () => result.current.loadMore())
  expect(asked.map(({ after }) => after)).toEqual([undefined, 'b'])
  await answer(1, REST)
  expect(result.current).toMatchObject({ rows: ['a', 'b', 'c'], count: 3, hasMore: false })
})

it('a next page that was overtaken by a reload, or its failure, is not shown', async () => {
  for (const late of [REST, new ApiError('internal_error', 'x')]) {
    const { fetchPage, answer } = slowServer()
    const { result } = renderHook(() => usePages<string>(fetchPage))
    await answer(0, FIRST)
    await act(async () => result.current.loadMore())
    await act(async () => result.current.reload())
    await answer(2, { rows: ['z', 'a'], next: 'a', count: 4 })
    await answer(1, late)
    expect(result.current).toMatchObject({
      rows: ['z', 'a'],
      count: 4,
      hasMore: true,
      failure: null,
    })
  }
})

it('rows of other filters are not shown for the present ones, however late they come', async () => {
  const [former, present] = [slowServer(), slowServer()]
  const { result, rerender } = renderHook(usePages<string>, { initialProps: former.fetchPage })
  await former.answer(0, FIRST)
  await act(async () => result.current.reload())
  rerender(present.fetchPage)
  expect(result.current).toMatchObject({ rows: undefined, count: undefined, hasMore: false })
  await former.answer(1, FIRST)
  expect(result.current.rows).toBeUndefined()
  await present.answer(0, { rows: ['x'], next: null, count: 1 })
  expect(result.current).toMatchObject({ rows: ['x'], count: 1 })
})

it('a failure keeps the rows, and the next answer ends it', async () => {
  const { fetchPage, answer } = slowServer()
  const { result } = renderHook(() => usePages<string>(fetchPage))
  await answer(0, FIRST)
  await act(async () => result.current.loadMore())
  const error = new ApiError('internal_error', 'x')
  await answer(1, error)
  expect(result.current).toMatchObject({ rows: ['a', 'b'], failure: error, isLoadingMore: false })
  await act(async () => result.current.loadMore())
  await answer(2, REST)
  expect(result.current).toMatchObject({ rows: ['a', 'b', 'c'], failure: null })
})

it('a failure of other filters is not shown for the present ones', async () => {
  const [former, present] = [slowServer(), slowServer()]
  const { result, rerender } = renderHook(usePages<string>, { initialProps: former.fetchPage })
  await former.answer(0, new ApiError('internal_error', 'x'))
  expect(result.current.failure).not.toBeNull()
  rerender(present.fetchPage)
  expect(result.current.failure).toBeNull()
})
