// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { outreachSheetStore, type Sheet, showSheet } from './outreach-sheet-store.ts'
import { OutreachSheets } from './outreach-sheets.tsx'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: () => NO_ROWS }))

const asked: Sheet = {
  ...{ kind: 'outcome', touch: 'call', id: 'call' },
  person: { id: 'zenobia', name: 'Zenobia Vale' },
}

afterEach(() => {
  cleanup()
  outreachSheetStore.sheet = null
})

it('has the words of an outcome taken back, where the device asks about the same call just then', () => {
  const { getByLabelText } = render(<OutreachSheets />)
  act(() => showSheet(asked))
  act(() => showSheet({ ...asked, draft: { words: 'Back on Monday', next_on: null } }))
  expect(getByLabelText('Note')).toHaveProperty('value', 'Back on Monday')
})
