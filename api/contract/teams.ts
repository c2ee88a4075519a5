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

/** A member, or a former one. */
const teamMember = z.object({
  /** The membership's id: one who was removed and invited again has two. */
  id: z.uuid(),
  /** Null once the account is deleted. */
  user_id: z.string().nullable(),
  display_name: z.string(),
  role: z.enum(TEAM_ROLES),
  joined_at: z.iso.datetime(),
  /** Null for a member; former ones are listed for what they did. */
  ended_at: z.iso.datetime().nullable(),
  /** To within a day, which is how often a session in use is renewed. Null for former members. */
  last_seen_at: z.iso.datetime().nullable(),
})
export type TeamMember = z.infer<typeof teamMember>

/** A team as its members see it. */
export const team = z.object({
  id: z.string(),
  name: z.string(),
  /** The caller's role. */
  role: z.enum(TEAM_ROLES),
  lease_days: z.number().int(),
  cooldown_days: z.number().int(),
  seats: z.number().int(),
  /** Members other than viewers. */
  seats_used: z.number().int(),
  created_at: z.iso.datetime(),
  /** Members by the time they joined, former ones among them. */
  members: z.array(teamMember),
})
export type Team = z.infer<typeof team>

/** A device that was handed the team's rows, for those who may remove its owner. */
export const teamDevice = z.object({
  /** The latest membership of the device's account. */
  member_id: z.uuid(),
  /** Browser and system: "Chrome on Mac". */
  name: z.string(),
  /** To within a minute. */
  last_seen_at: z.iso.datetime(),
  /** When it removes the rows by itself, if it is not seen before. */
  lease_ends_at: z.iso.datetime(),
  /** When it told that none of its files holds any of them; null while some may. */
  emptied_at: z.iso.datetime().nullable(),
})
export type TeamDevice = z.infer<typeof teamDevice>

/** The body of a claim: the person to call, and the activity that the call is written as. */
export const callClaim = z.strictObject({ candidate_id: z.uuid(), call_id: z.uuid() })
export type CallClaim = z.infer<typeof callClaim>

/** The account that has the claim: the caller's, or another member's. */
export const callClaimed = z.object({ by: z.string() })

/** The body of an invitation; the address is folded as that of an account. */
export const inviteRequest = z.strictObject({
  email: z
    .email()
    .max(EMAIL_MAX)
    .transform((email) => email.toLowerCase()),
  role: invitedRole,
})
export type InviteRequest = z.infer<typeof inviteRequest>

/** An open invitation, for those who may invite. */
export const teamInvite = z.object({
  id: z.uuid(),
  email: z.string(),
  role: invitedRole,
  /** The display name of the member who invited. */
  invited_by: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type TeamInvite = z.infer<typeof teamInvite>

/** The body of a call that an invitation's token alone allows, or allows together with a session. */
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

/** The body of a hand-over: the membership that becomes the owner's. */
export const handOver = z.strictObject({ member_id: z.uuid() })

/** The body of a team that an administrator opens: its owner takes one of the seats. */
export const openedTeam = z.strictObject({
  user_id: userId,
  name: teamName,
  seats: z.number().int().min(1).max(SEATS_MAX),
})
export type OpenedTeam = z.infer<typeof openedTeam>

/** The body of an administrator's change of seats. */
export const seatChange = z.strictObject({ seats: z.number().int().min(0).max(SEATS_MAX) })
