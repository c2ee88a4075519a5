import { useEffect } from 'react'
import { followReports } from '#web/replica/contact-reports.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'

/** Renders nothing: tells what the user reported wrong, here and on other devices. */
export function FollowedReports() {
  const { rows } = useLiveQuery('reports.mine', {}, { isDeferred: true })
  useEffect(() => followReports(rows), [rows])
  useEffect(() => () => followReports([]), [])
  return null
}
