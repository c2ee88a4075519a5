/** A team that the account is a recruiter of, with a cooldown of 30 days. */
export const GULF_DESK = {
  id: 'team',
  name: 'Gulf desk',
  lease_days: 14,
  cooldown_days: 30,
  seats: 3,
  member_id: 'm',
  role: 'recruiter' as const,
}

/** Its other member. */
export const GULF_DESK_ROSTER = [
  { team_id: 'team', user_id: 'ben', display_name: 'Ben', ended_at: null },
]
