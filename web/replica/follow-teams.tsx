import { useEffect } from 'react'
import { setTeamRows } from './teams.ts'
import { useLiveQuery } from './use-live-query.ts'

/** Keeps what `useTeams` answers. One for all screens: many rows on them ask. */
export function FollowTeams() {
  const { rows: teams } = useLiveQuery('teams.mine', {}, { isDeferred: true })
  const { rows: roster } = useLiveQuery('teams.roster', {}, { isDeferred: true })
  useEffect(() => setTeamRows({ teams, roster }), [teams, roster])
  return null
}
