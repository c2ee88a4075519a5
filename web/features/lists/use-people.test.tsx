// @vitest-environment happy-dom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { usePeople } from './use-people.ts'

afterEach(() => vi.unstubAllGlobals())

function Shown({ rows }: { rows: { candidate_id: string; total: number }[] }) {
  return <p>{usePeople(rows).map(({ candidate_id }) => candidate_id)}</p>
}

test('nobody of the page before is on the next one, however soon it comes', async () => {
  // Deferred work stays deferred.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const element = document.createElement('div')
  const root = createRoot(element)
  const show = (ids: string[]) =>
    flushSync(() =>
      root.render(<Shown rows={ids.map((candidate_id) => ({ candidate_id, total: 2 }))} />),
    )
  show(['first'])
  await expect.poll(() => element.textContent).toBe('first')
  show([])
  show(['second'])
  expect(element.textContent).toBe('')
  await expect.poll(() => element.textContent).toBe('second')
  root.unmount()
})
