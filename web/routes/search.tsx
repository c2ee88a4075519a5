import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import {
  paramsOfSavedSearch,
  parseSearchParams,
  type SearchParams,
  toSearchUrl,
} from '../features/search/search-params.ts'
import { startSearch } from '../features/search/search-run.ts'
import { SearchScreen } from '../features/search/search-screen.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Parameters of a saved search to apply on arrival. */
    savedSearch?: Record<string, unknown>
  }
}

export const Route = createFileRoute('/search')({
  validateSearch: (url: Record<string, unknown>) => toSearchUrl(parseSearchParams(url)),
  beforeLoad: ({ location }) => {
    const { savedSearch } = location.state
    if (savedSearch) {
      const search = toSearchUrl(paramsOfSavedSearch(savedSearch))
      throw redirect({ to: '/search', search, replace: true, state: {} })
    }
  },
  loaderDeps: ({ search: { tab: _panel, ...search } }) => search,
  // The search is started and not awaited: the screen shows at once, and keeps what it had.
  loader: async ({ deps, abortController, preload }) => {
    const run = startSearch(parseSearchParams(deps), abortController.signal)
    if (preload) await run.done
    return run
  },
  component: SearchRoute,
})

function SearchRoute() {
  const url = Route.useSearch()
  const run = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const params = useMemo(() => parseSearchParams(url), [url])

  const change = useCallback(
    (next: SearchParams) => void navigate({ search: toSearchUrl(next), replace: true }),
    [navigate],
  )
  const retry = useCallback(() => void router.invalidate(), [router])
  const openProfile = useCallback(
    (id: string) => void navigate({ to: '/physician/$id', params: { id } }),
    [navigate],
  )
  return (
    <SearchScreen
      params={params}
      run={run}
      onChange={change}
      onRetry={retry}
      onOpenProfile={openProfile}
      hrefFor={(next) => router.buildLocation({ to: '/search', search: toSearchUrl(next) }).href}
    />
  )
}
