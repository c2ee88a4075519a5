import { ACCOUNT_ROUTES } from './account-routes.ts'
import { ADMIN_ROUTES } from './admin-routes.ts'
import { DIRECTORY_ROUTES } from './directory-routes.ts'
import type { Row } from './outcomes.ts'
import { SYNC_ROUTES } from './sync-routes.ts'
import { TEAM_ROUTES } from './team-routes.ts'

/** Every route of the API, a request or two to it, and the outcome for each kind of account. */
export const ROUTES: Record<string, Row[]> = {
  ...DIRECTORY_ROUTES,
  ...ACCOUNT_ROUTES,
  ...TEAM_ROUTES,
  ...ADMIN_ROUTES,
  ...SYNC_ROUTES,
}

/** The table's rows as requests; `below` is where the routes are mounted. */
export function requestsOf(routes: Record<string, Row[]>, below = '') {
  return Object.entries(routes).flatMap(([route, rows]) =>
    rows.map((row) => {
      const [method = '', path = ''] = route.split(' ')
      const what = row.json === undefined ? '' : ` ${JSON.stringify(row.json).slice(0, 60)}`
      return { ...row, route, title: `${route}${what}`, method, path: below + (row.path ?? path) }
    }),
  )
}
