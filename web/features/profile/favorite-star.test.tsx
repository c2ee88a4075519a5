import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '#sync/contract/errors.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { starErrorMessage } from '#web/lib/error-messages.ts'
import { mutate } from '#web/replica/replica.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { showDemoLimit } from '#web/session/demo-limit.ts'
import { useGate } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { FavoriteStar } from './favorite-star.tsx'

vi.mock('#web/replica/replica.ts', () => ({ mutate: vi.fn() }))
vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
vi.mock('#web/session/session.ts', () => ({ useGate: vi.fn() }))
vi.mock('#web/session/demo-limit.ts', () => ({ showDemoLimit: vi.fn() }))
const { star } = vi.hoisted(() => ({ star: { press: (): void => undefined } }))
vi.mock('#web/ui/button.tsx', () => ({
  IconButton: ({ onClick }: { onClick(): void }) => {
    star.press = onClick
    return null
  },
}))

function press(rows: readonly object[]): void {
  vi.mocked(useLiveQuery).mockReturnValue({ ...NO_ROWS, rows: rows as never[] })
  renderToStaticMarkup(<FavoriteStar personId="zenobia" />)
  star.press()
}

beforeEach(() => {
  toastStore.current = null
  vi.mocked(useGate).mockReturnValue('open')
  vi.mocked(mutate).mockReset().mockResolvedValue({ id: 'mutation' })
})

it('a press makes a person a favorite, and the next one no more', () => {
  press([])
  expect(mutate).toHaveBeenLastCalledWith('candidates.star', {
    candidate_id: 'zenobia',
    starred: true,
  })
  press([{ starred: true }])
  expect(mutate).toHaveBeenLastCalledWith('candidates.star', {
    candidate_id: 'zenobia',
    starred: false,
  })
})

it('a favorite that was refused says why', async () => {
  const error = new AppError('internal_error', 'The disk is full.')
  vi.mocked(mutate).mockRejectedValue(error)
  press([])
  await vi.waitFor(() =>
    expect(toastStore.current).toMatchObject({ ...starErrorMessage(error), tone: 'danger' }),
  )
})

it('DEMO-09 in a demo account the press says why nothing is kept', () => {
  vi.mocked(useGate).mockReturnValue('demo')
  press([])
  expect(showDemoLimit).toHaveBeenCalledTimes(1)
  expect(mutate).not.toHaveBeenCalled()
})

it('PROFILE-03 no star shows to who may have no favorites', () => {
  vi.mocked(useLiveQuery).mockReturnValue(NO_ROWS)
  for (const gate of ['sign_in', 'plan'] as const) {
    vi.mocked(useGate).mockReturnValue(gate)
    star.press = () => expect.fail('There is no star.')
    const { press } = star
    renderToStaticMarkup(<FavoriteStar personId="zenobia" />)
    expect(star.press).toBe(press)
  }
})
