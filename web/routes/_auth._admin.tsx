import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { ACCESS_DENIED, SECOND_FACTOR_NEEDED } from '#web/lib/error-messages.ts'
import { sessionKnown } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** The settings say why they lead away; the logs lead away as if there was nothing. */
const SETTINGS = '/admin-settings'
const TO_FRONT_PAGE: readonly string[] = [SETTINGS, '/admin-logs']

/** Screens of administrators; others go to their own account. The server refuses them as well. */
export const Route = createFileRoute('/_auth/_admin')({
  beforeLoad: async ({ location, preload }) => {
    const me = await sessionKnown()
    if (me?.role === 'admin') return
    if (me?.needsSecondFactor) {
      if (!preload) showToast({ ...SECOND_FACTOR_NEEDED, tone: 'danger' })
      throw redirect({ to: '/account', search: { tab: 'security' }, replace: true })
    }
    if (location.pathname === SETTINGS && !preload) showToast({ ...ACCESS_DENIED, tone: 'danger' })
    const isToFrontPage = TO_FRONT_PAGE.includes(location.pathname)
    throw redirect({ to: isToFrontPage ? '/' : '/account', replace: true })
  },
  component: Outlet,
})
