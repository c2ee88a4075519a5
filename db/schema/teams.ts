import { z } from 'zod'
import { ownedText } from './owned-text.ts'

/** The longest name of a team, in characters as PostgreSQL counts them: an emoji may take several. */
const TEAM_NAME_MAX = 120

/** The most teams of an account at a time: each adds shapes to its devices' live request. */
export const TEAMS_MAX = 5

/** The seats of a new team, until billing sets them. */
export const STARTING_SEATS = 2

/** The number of viewers allowed for each seat; viewers are free. */
export const VIEWERS_PER_SEAT = 3

/** The most seats of a team, bought or set by an administrator. */
export const SEATS_MAX = 10_000

/** The fewest seats that a team can buy. */
export const SEATS_BOUGHT_MIN = 2

/** The most seats that one change adds, so that a slip or a stolen session charges no more at once. */
export const SEATS_ADDED_MAX = 50

/** The days for which a team whose plan has ended can be read before it is closed. */
export const LAPSED_DAYS = 30

/** The days for which an invitation can be accepted. */
export const INVITE_DAYS = 7

export const TEAM_ROLES = ['owner', 'manager', 'recruiter', 'viewer'] as const
export type TeamRole = (typeof TEAM_ROLES)[number]
export const teamRole = z.enum(TEAM_ROLES)

/** The roles that an invitation may give: only an owner makes a member an owner. */
export const INVITED_ROLES = ['manager', 'recruiter', 'viewer'] as const
export type InvitedRole = (typeof INVITED_ROLES)[number]
export const invitedRole = z.enum(INVITED_ROLES)

/** Matches line breaks, and characters that set the direction of the text around them. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const LINK = /:\/\/|\bwww\./i

/**
 * A team's name: one line, with at least one visible character. Security: mails to strangers quote
 * it, so it may neither contain a link nor change the direction of the text around it.
 */
export const teamName = ownedText(TEAM_NAME_MAX * 4)
  .trim()
  .min(1)
  .refine((name) => [...name].length <= TEAM_NAME_MAX, `at most ${TEAM_NAME_MAX} characters`)
  .refine((name) => /[^\p{Z}\p{C}]/u.test(name), 'nothing to see')
  .refine((name) => !CONTROLS.test(name), 'line breaks and direction marks are not allowed')
  .refine((name) => !LINK.test(name), 'links are not allowed')

/** The days without contact after which a member's device removes the team's rows. */
export const leaseDays = z.number().int().min(1).max(14)

/** The days after a contact for which other members are warned before a second one. */
export const cooldownDays = z.number().int().min(0).max(90)

/** A row of `teams`. */
export const teamRow = z.object({
  id: z.string(),
  name: teamName,
  lease_days: leaseDays,
  cooldown_days: cooldownDays,
  /** The most members other than viewers. */
  seats: z.number().int(),
  created_at: z.date(),
  closed_at: z.date().nullable(),
  /** When its plan ended: the team cannot be changed until it is paid again. */
  lapsed_at: z.date().nullable(),
})
export type TeamRow = z.infer<typeof teamRow>

/** A row of `team_members`. Ended memberships remain, so that what the member did keeps a name. */
export const teamMemberRow = z.object({
  id: z.uuid(),
  team_id: z.string(),
  /** The account; null once it is deleted. */
  user_id: z.string().nullable(),
  role: teamRole,
  display_name: z.string(),
  joined_at: z.date(),
  ended_at: z.date().nullable(),
})
export type TeamMemberRow = z.infer<typeof teamMemberRow>

/**
 * The members of a team who are beyond its seats, and whom its plan opens nothing: owners have a seat first, then
 * who is there longest. Viewers need none.
 * @param members those at present.
 */
export function membersWithoutSeat(
  members: readonly TeamMemberRow[],
  seats: number,
): ReadonlySet<string> {
  const inTurn = members
    .filter(({ role }) => role !== 'viewer')
    .sort(
      (a, b) =>
        Number(a.role !== 'owner') - Number(b.role !== 'owner') ||
        a.joined_at.getTime() - b.joined_at.getTime() ||
        (a.id < b.id ? -1 : 1),
    )
  return new Set(inTurn.slice(seats).map(({ id }) => id))
}

/** A row of `team_invites`: open until it is accepted, revoked or expired. */
export const teamInviteRow = z.object({
  id: z.uuid(),
  team_id: z.string(),
  /** The address in lower case, as accounts store it. */
  email: z.string(),
  role: invitedRole,
  /** SHA-256 of the token, 32 bytes. */
  token_hash: z.instanceof(Uint8Array),
  /** The id of the sender's membership. */
  invited_by: z.uuid(),
  created_at: z.date(),
  expires_at: z.date(),
  accepted_at: z.date().nullable(),
  revoked_at: z.date().nullable(),
})
export type TeamInviteRow = z.infer<typeof teamInviteRow>

/** A row of `team_devices`: a device that received a team's rows. */
export const teamDeviceRow = z.object({
  team_id: z.string(),
  user_id: z.string(),
  device_id: z.uuid(),
  /** Browser and system, such as "Chrome on Mac". */
  name: z.string(),
  /** When the device was last seen, to within a minute. */
  last_seen_at: z.date(),
  lease_ends_at: z.date(),
  /** When the device reported that it holds no rows; null while it may hold some. */
  emptied_at: z.date().nullable(),
})
export type TeamDeviceRow = z.infer<typeof teamDeviceRow>

/** A row of `team_contacts`: people whose contacts a team's members took on a day (UTC), by its plan. */
export const teamContactsRow = z.object({
  team_id: z.string(),
  day: z.date(),
  revealed: z.number().int().nonnegative(),
  exported: z.number().int().nonnegative(),
})
