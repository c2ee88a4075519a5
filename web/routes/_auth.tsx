import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { sessionKnown } from '../lib/session.ts'

/** Screens for people who are signed in; others sign in first and come back. */
export const Route = createFileRoute('/_auth')({
  beforeLoad: async ({ location }) => {
    const me = await sessionKnown()
    if (!me) throw redirect({ to: '/login', replace: true, state: { from: location.href } })
  },
  component: Outlet,
})
