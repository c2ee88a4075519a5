// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { useOpenForm } from './open-forms.ts'
import { keyOfRow, useRowsInUse } from './rows-in-use.ts'

const list = (id: string, day: number) =>
  ({ id, owner_id: 'me', created_at: new Date(2026, 7, day) }) as ListSummary
const LATE = list('late', 3)
const NIGHT = list('night', 2)
const DAY = list('day', 1)

function Screen({ rows, renamed }: { rows: ListSummary[]; renamed: ListSummary | null }) {
  const { rows: lists, gone } = useRowsInUse(rows)
  return (
    <>
      {lists.map((each) => (
        <p key={each.id}>
          {each.id}
          {gone.includes(each) && ' gone'}
          {each === renamed && <Form list={each} />}
        </p>
      ))}
    </>
  )
}

function Form({ list }: { list: ListSummary }) {
  useOpenForm(keyOfRow(list))
  return null
}

afterEach(cleanup)

it('a list that goes while it is renamed keeps its row, until the form closes or it is back', () => {
  const { rerender, container } = render(<Screen rows={[LATE, NIGHT, DAY]} renamed={NIGHT} />)
  const shown = () => [...container.children].map(({ textContent }) => textContent)
  rerender(<Screen rows={[DAY]} renamed={NIGHT} />)
  expect(shown()).toEqual(['night gone', 'day'])
  rerender(<Screen rows={[LATE, DAY]} renamed={NIGHT} />)
  expect(shown()).toEqual(['late', 'night gone', 'day'])
  rerender(<Screen rows={[LATE, NIGHT, DAY]} renamed={NIGHT} />)
  expect(shown()).toEqual(['late', 'night', 'day'])
  rerender(<Screen rows={[DAY]} renamed={NIGHT} />)
  rerender(<Screen rows={[DAY]} renamed={null} />)
  expect(shown()).toEqual(['day'])
})
