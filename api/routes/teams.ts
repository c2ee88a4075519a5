import { createRoute, z } from '@hono/zod-openapi'
import { ownCallerOf } from '#api/caller.ts'
import { router } from '#api/context.ts'
import {
  callClaim,
  callClaimed,
  handOver,
  newTeam,
  roleChange,
  team,
  teamDevice,
  teamSettings,
} from '#api/contract/teams.ts'
import { confirmed } from '#api/middleware/confirmed.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { claimCall } from '#api/services/teams/call-claims.ts'
import { teamDevices } from '#api/services/teams/devices.ts'
import { changeRole, handOverTeam, leaveTeam, removeMember } from '#api/services/teams/members.ts'
import { changeSettings, closeTeam, createTeam, teamsOf } from '#api/services/teams/teams.ts'
import { errorResponses, json, jsonBody } from './responses.ts'
import { teamCallerOf } from './team-caller.ts'

const limit = rateLimit({ requests: 120, seconds: 60 })
const tags = ['Teams']
const params = z.object({ id: z.uuid() })
const memberParams = params.extend({ memberId: z.uuid() })

const create = createRoute({
  method: 'post',
  path: '/teams',
  summary: 'Create a team, as its owner',
  tags,
  middleware: [
    permitted('teams.create'),
    rateLimit({ requests: 10, seconds: 3600, per: 'account', shared: 'team_creation' }),
  ] as const,
  request: { body: jsonBody(newTeam) },
  responses: {
    201: json(z.object({ id: z.string() }), 'Created, with two seats.'),
    ...errorResponses(400, 401, 403, 409, 429),
  },
})

const list = createRoute({
  method: 'get',
  path: '/teams',
  summary: 'Read the teams of the account, with their members',
  tags,
  middleware: [permitted('teams.use'), limit] as const,
  responses: {
    200: json(z.object({ teams: z.array(team) }), 'Oldest first.'),
    ...errorResponses(401, 403, 429),
  },
})

const settings = createRoute({
  method: 'put',
  path: '/teams/{id}',
  summary: 'Change the settings of a team',
  tags,
  middleware: [permitted('teams.use'), limit] as const,
  request: { params, body: jsonBody(teamSettings) },
  responses: { 204: { description: 'Saved.' }, ...errorResponses(400, 401, 403, 429) },
})

const close = createRoute({
  method: 'delete',
  path: '/teams/{id}',
  summary: 'Close a team: ends its plan, and all members leave it',
  tags,
  middleware: [permitted('teams.use'), confirmed(), limit] as const,
  request: { params },
  responses: { 204: { description: 'Closed.' }, ...errorResponses(400, 401, 403, 429, 502) },
})

const leave = createRoute({
  method: 'post',
  path: '/teams/{id}/leave',
  summary: 'Leave a team',
  tags,
  middleware: [permitted('teams.use'), limit] as const,
  request: { params },
  responses: { 204: { description: 'Left.' }, ...errorResponses(400, 401, 403, 409, 429) },
})

const handTeamOver = createRoute({
  method: 'post',
  path: '/teams/{id}/hand-over',
  summary: 'Transfer the ownership to another member, and become a manager',
  tags,
  middleware: [permitted('teams.use'), confirmed(), limit] as const,
  request: { params, body: jsonBody(handOver) },
  responses: {
    204: { description: 'Transferred.' },
    ...errorResponses(400, 401, 403, 404, 409, 429),
  },
})

const setRole = createRoute({
  method: 'put',
  path: '/teams/{id}/members/{memberId}/role',
  summary: "Change a member's role",
  tags,
  middleware: [permitted('teams.use'), limit] as const,
  request: { params: memberParams, body: jsonBody(roleChange) },
  responses: {
    204: { description: 'Changed.' },
    ...errorResponses(400, 401, 403, 404, 409, 429),
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/teams/{id}/members/{memberId}',
  summary: 'Remove a member',
  tags,
  middleware: [permitted('teams.use'), limit] as const,
  request: { params: memberParams },
  responses: {
    204: { description: 'Removed.' },
    ...errorResponses(400, 401, 403, 404, 409, 429),
  },
})

const devices = createRoute({
  method: 'get',
  path: '/teams/{id}/devices',
  summary:
    'List the devices that were handed the rows of a team, those of former members among them',
  tags,
  middleware: [permitted('teams.use'), limit] as const,
  request: { params },
  responses: {
    200: json(z.object({ devices: z.array(teamDevice) }), 'Last seen first.'),
    ...errorResponses(400, 401, 403, 429),
  },
})

const claim = createRoute({
  method: 'post',
  path: '/teams/{id}/call-claims',
  summary: 'Claim a person for a call, for 15 minutes or until its outcome is recorded',
  tags,
  middleware: [permitted('teams.use'), limit] as const,
  request: { params, body: jsonBody(callClaim) },
  responses: {
    200: json(callClaimed, 'The account that has the claim, be it another one.'),
    ...errorResponses(400, 401, 403, 404, 429),
  },
})

/**
 * Teams change by plain calls, never through the outbox, because the server alone decides who is a
 * member.
 */
export const teamRoutes = router()
  .openapi(create, async (c) => {
    const { name } = c.req.valid('json')
    const id = await createTeam(c.var.parts.sql, ownCallerOf(c), name)
    return c.json({ id }, 201)
  })
  .openapi(list, async (c) => {
    const teams = await teamsOf(c.var.parts.sql, ownCallerOf(c).actor.id)
    return c.json({ teams }, 200)
  })
  .openapi(settings, async (c) => {
    const caller = teamCallerOf(c, c.req.valid('param').id)
    await changeSettings(c.var.parts.sql, caller, c.req.valid('json'))
    return c.body(null, 204)
  })
  .openapi(close, async (c) => {
    await closeTeam(c.var.parts.billing, teamCallerOf(c, c.req.valid('param').id))
    return c.body(null, 204)
  })
  .openapi(leave, async (c) => {
    await leaveTeam(c.var.parts.sql, teamCallerOf(c, c.req.valid('param').id))
    return c.body(null, 204)
  })
  .openapi(handTeamOver, async (c) => {
    const caller = teamCallerOf(c, c.req.valid('param').id)
    await handOverTeam(c.var.parts.sql, caller, c.req.valid('json').member_id)
    return c.body(null, 204)
  })
  .openapi(setRole, async (c) => {
    const { id, memberId } = c.req.valid('param')
    const { role } = c.req.valid('json')
    await changeRole(c.var.parts.sql, teamCallerOf(c, id), memberId, role)
    return c.body(null, 204)
  })
  .openapi(remove, async (c) => {
    const { id, memberId } = c.req.valid('param')
    await removeMember(c.var.parts.sql, teamCallerOf(c, id), memberId)
    return c.body(null, 204)
  })
  .openapi(devices, async (c) => {
    const found = await teamDevices(c.var.parts.sql, teamCallerOf(c, c.req.valid('param').id))
    return c.json({ devices: found }, 200)
  })
  .openapi(claim, async (c) => {
    const caller = teamCallerOf(c, c.req.valid('param').id)
    const by = await claimCall(c.var.parts.sql, caller, c.req.valid('json'))
    return c.json({ by }, 200)
  })
