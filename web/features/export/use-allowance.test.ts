// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fetchExportAllowance } from '#web/lib/account/account-client.ts'
import { takingOf, useAllowance } from './use-allowance.ts'

vi.mock('#web/lib/account/account-client.ts', () => ({ fetchExportAllowance: vi.fn() }))

const ALLOWANCE = {
  perDay: 10,
  left: 5,
  resetsAt: '2026-08-05T00:00:00.000Z',
  holders: [
    { kinds: ['phone' as const, 'work_email' as const], people: 3 },
    { kinds: ['work_email' as const], people: 2 },
    { kinds: ['direct_phone' as const], people: 1 },
  ],
}

it.each([
  [['last_name', 'phone_verified', 'linkedin_url'], 0, false],
  [['phone'], 3, false],
  [['phone', 'work_email'], 5, false],
  [['phone', 'work_email', 'direct_phone'], 6, true],
])('a file with the columns %j takes the contacts of %i people', (keys, people, isOver) => {
  expect(takingOf(ALLOWANCE, keys)).toMatchObject({ people, left: 5, isOver })
})

it('an answer that was overtaken does not give back what an export took in between', async () => {
  let answerLate = (_: typeof ALLOWANCE & { left: number }): void => undefined
  vi.mocked(fetchExportAllowance)
    .mockReturnValueOnce(new Promise((resolve) => (answerLate = resolve as typeof answerLate)))
    .mockResolvedValueOnce({ ...ALLOWANCE, left: 2 } as never)
  const ids = ['zenobia']
  const { result } = renderHook(() => useAllowance(ids))
  expect(result.current.takingOf(['phone'])).toBeUndefined()
  await act(async () => result.current.reload())
  await act(async () => answerLate(ALLOWANCE))
  expect(result.current.takingOf(['phone'])).toMatchObject({ people: 3, left: 2, isOver: true })
})
