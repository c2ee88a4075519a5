import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { SearchFailure } from './results-status.tsx'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

/** The words of a search that failed offline, and its links. */
function offline(hasResults: boolean): string {
  const error = new ApiError('offline', 'No network.')
  const page = renderToStaticMarkup(
    <SearchFailure error={error} hasResults={hasResults} onRetry={() => undefined} />,
  )
  return page.replace(/<(?!\/?a\b)[^>]+>/g, '')
}

it('offline without results the search leads to the lists, which need no connection', () => {
  expect(offline(false)).toBe(
    'You are offline. Searching needs a connection. Your lists open without one.<a href="/lists">My lists</a>',
  )
})

it('offline with results it says that they stay, and that it runs again', () => {
  expect(offline(true)).toBe(
    'You are offline. The last results stay here. The search runs again once you are connected.',
  )
})
