import { useLocation } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { PAGES, pageTitle } from '#api/contract/pages.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useAdminNavigation } from '#web/lib/navigation-items.ts'
import { RESULTS_ID } from '#web/lib/results-id.ts'
import { siteValues } from '#web/lib/site-values.ts'
import { useCan } from '#web/session/session.ts'
import { Toaster } from '#web/ui/toast.tsx'
import { Footer } from './footer.tsx'
import { SkipLink } from './skip-link.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useArrivalFocus } from './use-arrival-focus.ts'

const SEARCH = '/search'

// Loaded later: a visitor's first paint shows none of them.
const AdminBar = lazyPart(
  async () => (await import('./admin-bar.tsx')).AdminBar,
  <div className="border-line border-b bg-wash print:hidden">
    <div className="h-10 pointer-coarse:h-11" />
  </div>,
)
const Overlays = lazyPart(async () => (await import('./overlays.tsx')).Overlays)

/** The frame around every screen; a navigation between two of them does not render it. */
export function Frame({
  status,
  banner,
  children,
}: {
  /** The sync status, at the end of the top bar on every width. */
  status: ReactNode
  /** Between the bars and the screen. */
  banner: ReactNode
  children: ReactNode
}) {
  const isWorkingScreen = useLocation({ select: ({ pathname }) => pathname === SEARCH })
  const canSearch = useCan('search.run')
  const isAdminShown = useAdminNavigation()
  const main = useRef<HTMLElement>(null)

  return (
    <>
      <div className="flex min-h-dvh flex-col">
        <SkipLink to="main">Skip to content</SkipLink>
        {isWorkingScreen && canSearch && <SkipLink to={RESULTS_ID}>Skip to results</SkipLink>}
        <TopBar
          isCompact={isWorkingScreen}
          title={isWorkingScreen ? (PAGES[SEARCH]?.title ?? null) : null}
          status={status}
        />
        {isAdminShown && <AdminBar />}
        {banner}
        <main ref={main} id="main" tabIndex={-1} className="peer flex flex-1 flex-col outline-none">
          {children}
        </main>
        <Arrival main={main} />
        <Footer />
        <TabBar />
      </div>
      <Overlays />
      <Toaster />
    </>
  )
}

/** The title and the focus of the screen that a navigation leads to. */
function Arrival({ main }: { main: RefObject<HTMLElement | null> }) {
  const pathname = useLocation({ select: (location) => location.pathname })

  useEffect(() => {
    const page = PAGES[pathname]
    // Screens that are not in the table (profiles) set their own title.
    if (page) document.title = pageTitle(pathname, page, siteValues())
  }, [pathname])

  useArrivalFocus(main)
  return null
}
