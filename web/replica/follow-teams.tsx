import { useEffect } from 'react'
import { setTeamRows } from './teams.ts'
import { useLiveQuery } from './use-live-query.ts'

/** Keeps what `useTeams` answers. One for all screens: many rows on them ask. */
export function FollowTeams() {
  const teams = useLiveQuery('teams.mine', {}, { isDeferred: true })
  const names = useLiveQuery('teams.names', {}, { isDeferred: true })
  const isKnown = teams.status !== 'loading' && names.status !== 'loading'
  useEffect(
    () => setTeamRows(isKnown ? { teams: teams.rows, roster: names.rows } : null),
    [isKnown, teams.rows, names.rows],
  )
  // The next account's are others.
  useEffect(() => () => setTeamRows(null), [])
  return null
}
