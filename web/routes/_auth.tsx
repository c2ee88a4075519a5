import { createFileRoute, Outlet, redirect, useLocation } from '@tanstack/react-router'
import { InBrowser, lazyPart } from '#web/lib/lazy-part.tsx'
import { sessionKnown } from '#web/session/session.ts'

const ConfirmIdentity = lazyPart(
  async () => (await import('#web/features/access/confirm-identity.tsx')).ConfirmIdentity,
)

/** Screens for signed-in users; visitors sign in first and are sent back. */
export const Route = createFileRoute('/_auth')({
  beforeLoad: async ({ location }) => {
    // The build prerenders frames, of nobody's rows.
    if (import.meta.env.SSR) return
    const me = await sessionKnown()
    if (!me) throw redirect({ to: '/login', replace: true, state: { from: location.href } })
  },
  component: SignedIn,
  pendingComponent: Pending,
})

function SignedIn() {
  return (
    <>
      <Outlet />
      <InBrowser>
        <ConfirmIdentity />
      </InBrowser>
    </>
  )
}

/** While the session is fetched for the first time; the settings say so in words. */
function Pending() {
  const { pathname } = useLocation()
  if (pathname !== '/admin-settings') return null
  return (
    <p role="status" className="page py-6 md:py-10">
      Loading user data...
    </p>
  )
}
