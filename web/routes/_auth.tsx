import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { InBrowser, lazyPart } from '../lib/lazy-part.tsx'
import { sessionKnown } from '../lib/session.ts'

const ConfirmIdentity = lazyPart(
  async () => (await import('../features/access/confirm-identity.tsx')).ConfirmIdentity,
)

/** Screens for people who are signed in; others sign in first and come back. */
export const Route = createFileRoute('/_auth')({
  beforeLoad: async ({ location }) => {
    const me = await sessionKnown()
    if (!me) throw redirect({ to: '/login', replace: true, state: { from: location.href } })
  },
  component: SignedIn,
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
