import { createRoute, z } from '@hono/zod-openapi'
import { ownCallerOf } from '#api/caller.ts'
import { router } from '#api/context.ts'
import { inviteRequest, inviteToken, shownInvite, teamInvite } from '#api/contract/teams.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { requireMail, sendLater } from '#api/services/mail/mailer.ts'
import { teamInviteMail } from '#api/services/mail/team-messages.ts'
import {
  acceptInvite,
  forgetInvite,
  inviteToTeam,
  openInvites,
  readInvite,
  revokeInvite,
} from '#api/services/teams/invites.ts'
import { errorResponses, json, jsonBody } from './responses.ts'
import { teamCallerOf } from './team-caller.ts'

const limit = rateLimit({ requests: 120, seconds: 60 })
const tags = ['Teams']
const params = z.object({ id: z.uuid() })
const inviteParams = params.extend({ inviteId: z.uuid() })

const invite = createRoute({
  method: 'post',
  path: '/teams/{id}/invites',
  summary: 'Invite an address by mail',
  description:
    'Mails a link to the address, in place of an earlier one. The answer is the same whether or not the address has an account.',
  tags,
  middleware: [
    permitted('teams.use'),
    rateLimit({ requests: 30, seconds: 3600, per: 'account', shared: 'team_invites' }),
  ] as const,
  request: { params, body: jsonBody(inviteRequest) },
  responses: {
    201: json(teamInvite, 'A mail is on its way.'),
    ...errorResponses(400, 401, 403, 409, 429, 503),
  },
})

const invites = createRoute({
  method: 'get',
  path: '/teams/{id}/invites',
  summary: 'List the open invitations of a team',
  tags,
  middleware: [permitted('teams.use'), limit] as const,
  request: { params },
  responses: {
    200: json(z.object({ invites: z.array(teamInvite) }), 'Newest first.'),
    ...errorResponses(400, 401, 403, 429),
  },
})

const revoke = createRoute({
  method: 'delete',
  path: '/teams/{id}/invites/{inviteId}',
  summary: 'Revoke an open invitation',
  tags,
  middleware: [permitted('teams.use'), limit] as const,
  request: { params: inviteParams },
  responses: { 204: { description: 'Revoked.' }, ...errorResponses(400, 401, 403, 404, 429) },
})

const see = createRoute({
  method: 'post',
  path: '/team-invites/read',
  summary: 'Read an invitation by the mailed token',
  tags,
  middleware: [
    permitted('teams.see_invite'),
    rateLimit({
      requests: 60,
      seconds: 60,
      shared: 'team_invite_read',
      isForVisitors: true,
      batch: 5,
    }),
  ] as const,
  request: { body: jsonBody(inviteToken) },
  responses: {
    200: json(shownInvite, 'What it is to.'),
    ...errorResponses(400, 404, 429),
  },
})

const accept = createRoute({
  method: 'post',
  path: '/team-invites/accept',
  summary: 'Join a team by the token that was mailed to the address of the account',
  tags,
  middleware: [
    permitted('teams.use'),
    rateLimit({ requests: 30, seconds: 3600, per: 'account', shared: 'team_joining' }),
  ] as const,
  request: { body: jsonBody(inviteToken) },
  responses: {
    200: json(z.object({ team_id: z.string() }), 'Joined.'),
    ...errorResponses(400, 401, 403, 404, 409, 429),
  },
})

/** Invitations to teams: mailed links that only the account with the invited address can accept. */
export const teamInviteRoutes = router()
  .openapi(invite, async (c) => {
    const { parts, log } = c.var
    const caller = teamCallerOf(c, c.req.valid('param').id)
    await requireMail(parts.mailer)
    const made = await inviteToTeam(parts, caller, c.req.valid('json'))
    const { token } = made
    if (token !== null) {
      const url = new URL(`/join?token=${token}`, parts.billing.publicUrl).href
      const mail = teamInviteMail(made.invite.email, { ...made.invite, team: made.team }, url)
      sendLater({ mailer: parts.mailer, log }, mail, () => forgetInvite(parts.sql, token))
    }
    return c.json(made.invite, 201)
  })
  .openapi(invites, async (c) => {
    const found = await openInvites(c.var.parts.sql, teamCallerOf(c, c.req.valid('param').id))
    return c.json({ invites: found }, 200)
  })
  .openapi(revoke, async (c) => {
    const { id, inviteId } = c.req.valid('param')
    await revokeInvite(c.var.parts.sql, teamCallerOf(c, id), inviteId)
    return c.body(null, 204)
  })
  .openapi(see, async (c) => {
    const shown = await readInvite(c.var.parts.sql, c.req.valid('json').token)
    return c.json(shown, 200)
  })
  .openapi(accept, async (c) => {
    const { token } = c.req.valid('json')
    const team_id = await acceptInvite(c.var.parts.sql, ownCallerOf(c), token)
    return c.json({ team_id }, 200)
  })
