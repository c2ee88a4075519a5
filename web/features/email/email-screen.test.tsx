// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { type LiveQuery, useLiveQuery } from '#web/replica/use-live-query.ts'
import { changeDraft } from './email-draft.ts'
import { EmailScreen } from './email-screen.tsx'
import { saveSignature } from './template-actions.ts'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
vi.mock('./template-list.tsx', () => ({ TemplateList: () => null }))
vi.mock('./template-actions.ts', () => ({ saveSignature: vi.fn() }))

beforeEach(() => vi.mocked(saveSignature).mockClear())
afterEach(() => {
  cleanup()
  changeDraft({ signature: null })
})

/** What the device knows of the settings. */
type Settings = Pick<LiveQuery<never>, 'status' | 'absence'> & { rows?: readonly object[] }
const know = (settings: Settings) =>
  vi.mocked(useLiveQuery).mockReturnValue({ ...NO_ROWS, ...settings } as never)

const COMING: Settings = { status: 'loading', absence: 'loading' }
const NONE: Settings = { status: 'ready', absence: 'none' }
const keeping = (value: string): Settings => ({
  ...NONE,
  rows: [{ key: 'email.signature', value }],
})

const field = () => screen.getByLabelText<HTMLTextAreaElement>(/^Email signature/)
const write = (value: string) => fireEvent.change(field(), { target: { value } })

it.each<Settings>([
  COMING,
  // Rows of the last visit without one, an empty device without a network, a device that failed.
  { status: 'ready', absence: 'loading' },
  { status: 'ready', absence: 'away' },
  { status: 'failed', absence: 'loading' },
])('a signature cannot be replaced before it is known: $status, $absence', (settings) => {
  know(settings)
  const { rerender } = render(<EmailScreen />)
  expect(field().readOnly).toBe(true)
  expect(field().placeholder).toBe('Not known yet')
  fireEvent.blur(field())

  know(keeping('Alex'))
  rerender(<EmailScreen />)
  expect(field().readOnly).toBe(false)
  expect(field().value).toBe('Alex')
  fireEvent.blur(field())
  expect(saveSignature).not.toHaveBeenCalled()
})

it('what was written before stays to see, and is not stored before the kept one is known', () => {
  changeDraft({ signature: 'Bea' })
  know(COMING)
  const { rerender } = render(<EmailScreen />)
  expect(field().value).toBe('Bea')
  fireEvent.blur(field())
  expect(saveSignature).not.toHaveBeenCalled()
  know(keeping('Alex'))
  rerender(<EmailScreen />)
  expect(field().value).toBe('Bea')
})

it('a first signature is stored, also while the device looks for more rows', () => {
  know(NONE)
  const { rerender } = render(<EmailScreen />)
  expect(field().placeholder).toBe('')
  write('Alex')
  know({ status: 'ready', absence: 'loading' })
  rerender(<EmailScreen />)
  expect(field().readOnly).toBe(false)
  fireEvent.blur(field())
  expect(saveSignature).toHaveBeenCalledExactlyOnceWith('Alex')
})
