import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import {
  paramsOfSavedSearch,
  parseSearchParams,
  type SearchParams,
  toSearchUrl,
} from '#api/contract/search-params.ts'
import { Paywall } from '#web/features/access/paywall.tsx'
import { useWelcome } from '#web/features/billing/use-welcome.ts'
import { LockedSearch } from '#web/features/search/locked-search.tsx'
import { startSearch } from '#web/features/search/search-run.ts'
import { SearchScreen } from '#web/features/search/search-screen.tsx'
import { SearchSkeleton } from '#web/features/search/search-skeleton.tsx'
import { useAskedSearch } from '#web/features/search/use-asked-search.ts'
import { TestFilters } from '#web/features/tester/test-filters.tsx'
import { useHydrated } from '#web/lib/hooks/use-hydrated.ts'
import { canNow, useCan, useSessionKnown } from '#web/session/session.ts'
import { KeptPanels } from './-kept-panels.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Parameters of a saved search to apply on arrival. */
    savedSearch?: Record<string, unknown>
  }
}

export const Route = createFileRoute('/search')({
  validateSearch: (url: Record<string, unknown>) => ({
    ...toSearchUrl(parseSearchParams(url)),
    // After a payment; shown once and dropped.
    ...(url.upgraded === 'true' ? { upgraded: 'true' as const } : {}),
  }),
  beforeLoad: ({ location }) => {
    const { savedSearch } = location.state
    if (savedSearch) {
      const search = toSearchUrl(paramsOfSavedSearch(savedSearch))
      throw redirect({ to: '/search', search, replace: true, state: {} })
    }
  },
  loaderDeps: ({ search: { tab: _panel, upgraded: _welcome, ...search } }) => search,
  // The search is started and not awaited: the screen shows at once, with the former results. Without a
  // plan no search runs: the server would refuse it, and no person may reach the browser.
  loader: async ({ deps, abortController, preload }) => {
    if (!canNow('search.run')) return null
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
  const inAddress = useMemo(() => parseSearchParams(url), [url])

  const commit = useCallback(
    (next: SearchParams) => {
      // A user who has left the screen meanwhile is not brought back.
      if (router.latestLocation.pathname !== '/search') return false
      void navigate({ search: toSearchUrl(next), replace: true })
      return true
    },
    [navigate, router],
  )
  const [params, change] = useAskedSearch(inAddress, commit)
  const retry = useCallback(() => void router.invalidate(), [router])
  const openProfile = useCallback(
    (id: string) => void navigate({ to: '/physician/$id', params: { id } }),
    [navigate],
  )
  const isAllowed = useCan('search.run')
  const isKnown = useSessionKnown()
  const isHydrated = useHydrated()
  const drop = useCallback(
    () => void navigate({ search: toSearchUrl(params), replace: true }),
    [navigate, params],
  )
  useWelcome(url.upgraded === 'true', drop)

  if (isKnown && !isAllowed) {
    return (
      <>
        <LockedSearch params={params} paywall={<Paywall />} onChange={change} />
        <KeptPanels params={params} onChange={change} />
      </>
    )
  }
  if (!isHydrated || !run) return <SearchSkeleton />
  return (
    <>
      <SearchScreen
        params={params}
        run={run}
        tools={<TestFilters />}
        onChange={change}
        onRetry={retry}
        onOpenProfile={openProfile}
        hrefFor={(next) => router.buildLocation({ to: '/search', search: toSearchUrl(next) }).href}
      />
      <KeptPanels params={params} onChange={change} />
    </>
  )
}
