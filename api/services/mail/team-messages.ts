import { BRAND } from '#sync/contract/brand.ts'
import { isolated, letterMail } from './layout.ts'
import type { Mail } from './mailer.ts'

/** Mails about teams. */

/** The mail to an invited address, with the link that shows the invitation and accepts it. */
export function teamInviteMail(
  to: string,
  invite: { team: string; invited_by: string; role: string },
  url: string,
): Mail {
  const [team, inviter] = [isolated(invite.team), isolated(invite.invited_by)]
  return letterMail(to, {
    subject: `${inviter} invites you to the team ${team} on ${BRAND}`,
    preview: 'One click, and you share its lists.',
    heading: `Join ${team}`,
    paragraphs: [
      `${inviter} invites you to the team ${team} on ${BRAND}, as a ${invite.role}. A team shares its lists, searches and templates.`,
      'Sign in or sign up with this address on the page behind this button, and accept there.',
      'The link works for 7 days, once.',
    ],
    button: { label: 'See the invitation', url },
    footnote: `You receive this because a member of the team entered this address at ${BRAND}. If you do not expect it, do nothing: you are in no team.`,
  })
}
