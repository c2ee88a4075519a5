import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { ACCESS_DENIED, SECOND_FACTOR_NEEDED } from '#web/lib/guard-messages.ts'
import { sessionKnown } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** The settings redirect with a message, the logs without one. */
const SETTINGS = '/admin-settings'
const TO_FRONT_PAGE: readonly string[] = [SETTINGS, '/admin-logs']

/**
 * Administrators' screens; other users are redirected to their account. The server refuses them as well.
 */
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
