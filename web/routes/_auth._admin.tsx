import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { sessionKnown } from '../lib/session.ts'

/** These lead others to the front page, as if there was nothing. */
const QUIET: readonly string[] = ['/admin-settings', '/admin-logs']

/** Screens of administrators; others go to their own account. The server refuses them as well. */
export const Route = createFileRoute('/_auth/_admin')({
  beforeLoad: async ({ location }) => {
    const me = await sessionKnown()
    if (me?.role === 'admin') return
    const isQuiet = QUIET.includes(location.pathname)
    throw redirect({ to: isQuiet ? '/' : '/account', replace: true })
  },
  component: Outlet,
})
