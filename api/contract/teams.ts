import { z } from 'zod'
import { EMAIL_MAX } from '#db/schema/email-max.ts'
import {
  cooldownDays,
  invitedRole,
  leaseDays,
  SEATS_MAX,
  TEAM_ROLES,
  teamName,
  teamRole,
} from '#db/schema/teams.ts'
import { userId } from './admin-users.ts'
import { mailedToken } from './mailed-token.ts'

/** The body of `POST /api/teams`. */
export const newTeam = z.strictObject({ name: teamName })

/** The body of `PUT /api/teams/{id}`: all settings at once. */
export const teamSettings = z.strictObject({
  name: teamName,
  lease_days: leaseDays,
  cooldown_days: cooldownDays,
})
export type TeamSettings = z.infer<typeof teamSettings>

/** A current or former member. */
const teamMember = z.object({
  /** The membership's id: an account that was removed and invited again has two. */
  id: z.uuid(),
  /** Null once the account is deleted. */
  user_id: z.string().nullable(),
  display_name: z.string(),
  role: z.enum(TEAM_ROLES),
  joined_at: z.iso.datetime(),
  /** Null for a current member; former members are listed for what they did. */
  ended_at: z.iso.datetime().nullable(),
  /**
   * When the account was last seen, to within a day, as sessions in use are renewed daily. Null for
   * former members.
   */
  last_seen_at: z.iso.datetime().nullable(),
})
export type TeamMember = z.infer<typeof teamMember>

/** A team, as its members see it. */
export const team = z.object({
  id: z.string(),
  name: z.string(),
  /** The caller's role. */
  role: z.enum(TEAM_ROLES),
  lease_days: z.number().int(),
  cooldown_days: z.number().int(),
  seats: z.number().int(),
  /** The number of members other than viewers. */
  seats_used: z.number().int(),
  created_at: z.iso.datetime(),
  /** Members by the time they joined, including former ones. */
  members: z.array(teamMember),
})
export type Team = z.infer<typeof team>

/** A device that has received the team's rows, for members who may remove its owner. */
export const teamDevice = z.object({
  /** The latest membership of the device's account. */
  member_id: z.uuid(),
  /** Browser and system: "Chrome on Mac". */
  name: z.string(),
  /** When the device was last seen, to within a minute. */
  last_seen_at: z.iso.datetime(),
  /** When the device removes the rows by itself, if it is not seen before. */
  lease_ends_at: z.iso.datetime(),
  /**
   * When the device reported that none of its files holds the rows any longer; null while some may.
   */
  emptied_at: z.iso.datetime().nullable(),
})
export type TeamDevice = z.infer<typeof teamDevice>

/** The body of a claim: the person to call, and the id of the activity that will record the call. */
export const callClaim = z.strictObject({ candidate_id: z.uuid(), call_id: z.uuid() })
export type CallClaim = z.infer<typeof callClaim>

/** The account that has the claim: the caller's, or another member's. */
export const callClaimed = z.object({ by: z.string() })

/** The body of an invitation; the address is normalised as that of an account. */
export const inviteRequest = z.strictObject({
  email: z
    .email()
    .max(EMAIL_MAX)
    .transform((email) => email.toLowerCase()),
  role: invitedRole,
})
export type InviteRequest = z.infer<typeof inviteRequest>

/** An open invitation, for members who may invite. */
export const teamInvite = z.object({
  id: z.uuid(),
  email: z.string(),
  role: invitedRole,
  /** The display name of the member who sent the invitation. */
  invited_by: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type TeamInvite = z.infer<typeof teamInvite>

/** The body of a call that an invitation's token authorises, alone or together with a session. */
export const inviteToken = z.strictObject({ token: mailedToken })

/** An invitation as the holder of its link sees it before joining. */
export const shownInvite = z.strictObject({
  team: z.string(),
  invited_by: z.string(),
  role: invitedRole,
})
export type ShownInvite = z.infer<typeof shownInvite>

/** The body of a change of role. */
export const roleChange = z.strictObject({ role: teamRole })

/** The body of a transfer of ownership: the membership that becomes the owner. */
export const handOver = z.strictObject({ member_id: z.uuid() })

/** The body for a team that an administrator opens: its owner takes one of the seats. */
export const openedTeam = z.strictObject({
  user_id: userId,
  name: teamName,
  seats: z.number().int().min(1).max(SEATS_MAX),
})
export type OpenedTeam = z.infer<typeof openedTeam>

/** The body of an administrator's change of seats. */
export const seatChange = z.strictObject({ seats: z.number().int().min(0).max(SEATS_MAX) })
