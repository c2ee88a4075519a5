// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { suggest } from './search-client.ts'
import { NO_SUGGESTIONS } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

vi.mock('./search-client.ts', () => ({ suggest: vi.fn() }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const CITIES = {
  ...NO_SUGGESTIONS,
  cities: [{ name: 'Houston, TX', city: 'Houston', state: 'TX', count: 1204 }],
}

it('the refusal of an overtaken request clears nothing', async () => {
  const typed = (text: string) => useSuggestions({ text, isWanted: true })
  let refuse = (_: ApiError): void => undefined
  vi.mocked(suggest)
    .mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)))
    .mockResolvedValueOnce(CITIES)
  const { result, rerender } = renderHook(typed, { initialProps: 'ho' })
  await act(() => vi.advanceTimersByTimeAsync(60))
  rerender('hou')
  await act(() => vi.advanceTimersByTimeAsync(60))
  expect(result.current).toEqual({ ending: 'hou', suggestions: CITIES })
  await act(async () => refuse(new ApiError('unreachable', 'The request was aborted.')))
  expect(result.current).toEqual({ ending: 'hou', suggestions: CITIES })
})
