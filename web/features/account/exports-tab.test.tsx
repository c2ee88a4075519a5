import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { RevealHistory } from '#api/contract/history.ts'
import { fetchExports, fetchReveals } from '#web/lib/account/account-client.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { type Remote, useRemote } from '#web/lib/hooks/use-remote.ts'
import { ExportsTab } from './exports-tab.tsx'

vi.mock('#web/lib/account/account-client.ts', () => ({
  fetchExports: vi.fn(),
  fetchReveals: vi.fn(),
}))
vi.mock('#web/lib/hooks/use-remote.ts', () => ({ useRemote: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))

const REVEALS: RevealHistory = {
  data: [
    {
      candidate_id: 'zenobia',
      revealed_at: '2026-11-23T15:00:00.000Z',
      first_name: 'Zenobia',
      middle_name: null,
      last_name: 'Vale',
      title: null,
      is_removed: false,
    },
  ],
  count: 26,
  totalPages: 2,
}

/** The first page of the reveals. @returns it, and how it reads them. */
function shown(reveals: Partial<Remote<unknown>>) {
  let read: (signal: AbortSignal) => Promise<unknown> = fetchExports
  vi.mocked(useRemote).mockImplementation((next) => {
    const answer = {
      value: undefined,
      failure: null,
      reload: () => undefined,
      change: () => undefined,
    }
    if (next === fetchExports) return answer
    read = next
    return { ...answer, ...(reveals as object) }
  })
  const [, page = ''] = renderToStaticMarkup(<ExportsTab />).split('Revealed contacts</h2>')
  return { page, read }
}

it('the people of another page are not shown, nor beside a failure', async () => {
  vi.mocked(fetchReveals).mockResolvedValue(REVEALS)
  const value = await shown({}).read(new AbortController().signal)
  expect(value).toEqual({ page: 1, ...REVEALS })
  expect(shown({ value }).page).toContain('Zenobia Vale')

  const another = { page: 2, ...REVEALS }
  const loading = shown({ value: another }).page
  expect(loading).toContain('animate-breathe')
  expect(loading).not.toContain('Zenobia Vale')
  expect(loading).toContain('aria-label="Page 1" aria-current="page"')
  const failed = shown({ value: another, failure: new ApiError('internal_error', 'x') }).page
  expect(failed).toContain('Your history could not be read')
  expect(failed).not.toContain('Zenobia Vale')
  expect(failed).toContain('aria-label="Page 2"')
})

it('ACCOUNT-05 a heading stands over the exports, also where they were not read', () => {
  const answer = {
    value: undefined,
    failure: new ApiError('internal_error', 'x'),
    reload: () => undefined,
  }
  vi.mocked(useRemote).mockReturnValue(answer as never)
  const headings = renderToStaticMarkup(<ExportsTab />).match(/(?<=<h2[^>]*>)[^<]+/g)
  expect(headings).toEqual(['Exports', 'Revealed contacts'])
})

it('ACCOUNT-05 shows how many people were exported, and each export with its people and its day', () => {
  const latest = [
    { id: 'e2', file_name: 'b.csv', export_count: 1, export_date: '2026-11-24T12:00:00Z' },
    { id: 'e1', file_name: 'a.csv', export_count: 1204, export_date: '2026-11-02T12:00:00Z' },
  ]
  const none = { value: undefined, failure: null, reload: () => undefined, change: () => undefined }
  vi.mocked(useRemote).mockImplementation((read) =>
    read === fetchExports ? { ...none, value: { total: 12_345, latest } } : (none as never),
  )
  const [exports = ''] = renderToStaticMarkup(<ExportsTab />).split('Revealed contacts</h2>')
  const texts = exports.split(/<[^>]+>/).filter(Boolean)
  expect(texts).toEqual([
    ...['Exports', 'People exported', '12,345', 'Latest exports'],
    ...['b.csv', '1 person', 'Nov 24, 2026'],
    ...['a.csv', '1,204 people', 'Nov 2, 2026'],
  ])
})
