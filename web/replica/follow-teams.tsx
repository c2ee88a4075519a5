import { useEffect } from 'react'
import { setTeamRows } from './teams.ts'
import { useLiveQuery } from './use-live-query.ts'

/** Reads the rows for `useTeams`, once for all screens: many rows ask. */
export function FollowTeams() {
  const teams = useLiveQuery('teams.mine', {}, { isDeferred: true })
  const names = useLiveQuery('teams.names', {}, { isDeferred: true })
  const isKnown = teams.status !== 'loading' && names.status !== 'loading'
  useEffect(
    () => setTeamRows(isKnown ? { teams: teams.rows, roster: names.rows } : null),
    [isKnown, teams.rows, names.rows],
  )
  // The next account has other teams.
  useEffect(() => () => setTeamRows(null), [])
  return null
}
