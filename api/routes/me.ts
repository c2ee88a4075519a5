import { createRoute } from '@hono/zod-openapi'
import { router } from '#api/context.ts'
import { type Me, me } from '#api/contract/me.ts'
import type { Env } from '#api/env.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { isAdminAddress, isSubscribed, teamSeatOf } from '#api/services/accounts/actor.ts'
import type { SessionAccount } from '#api/services/auth/session.ts'
import type { Actor } from '#sync/contract/permissions.ts'
import { errorResponses, json } from './responses.ts'

const route = createRoute({
  method: 'get',
  path: '/me',
  summary: 'Read the signed-in account, its plan and its permissions',
  tags: ['Account'],
  middleware: [permitted('account.read')] as const,
  responses: { 200: json(me, 'The session; role "visitor" without one.'), ...errorResponses(400) },
})

export const meRoutes = router().openapi(route, (c) => {
  const { actor, account } = c.var
  return c.json(meOf(actor, account, c.var.parts.env), 200)
})

function meOf(actor: Actor, account: SessionAccount | null, env: Env): Me {
  const { role, tier, grants } = actor
  return {
    user: userOf(account),
    role,
    tier,
    grants: [...grants],
    isAdmin: role === 'admin',
    needsSecondFactor:
      account !== null && role !== 'admin' && isAdminAddress(account.user.email, env),
    subscription: subscriptionOf(account),
    team_plan: teamPlanOf(account),
    demo: {
      isRestricted: role === 'demo',
      canCreateLists: grants.includes('createLists'),
      canSaveLists: grants.includes('saveLists'),
      canExport: grants.includes('export'),
      canViewContactInfo: grants.includes('viewContactInfo'),
      canSaveCandidates: grants.includes('saveCandidates'),
      grants: (account?.grants ?? [])
        .filter((grant) => grant.active)
        .map(({ feature_type, expires_at, max_uses, uses_count }) => ({
          feature_type,
          expires_at: expires_at?.toISOString() ?? null,
          max_uses,
          uses_count,
        })),
    },
  }
}

function userOf(account: SessionAccount | null): Me['user'] {
  if (!account) return null
  const { id, email, name, bio, created_at } = account.user
  const since = created_at.toISOString()
  const guest = account.isGuest ? ({ isGuest: true } as const) : {}
  return { id, email, name, ...(bio ? { bio } : {}), ...guest, created_at: since }
}

function teamPlanOf(account: SessionAccount | null): Me['team_plan'] {
  const seat = teamSeatOf(account?.memberships ?? [], new Date())
  if (!seat) return null
  const { teamId, name, plan } = seat
  return { team_id: teamId, team: name, tier: plan.tier, plan_name: plan.plan_name }
}

function subscriptionOf(account: SessionAccount | null): Me['subscription'] {
  const plan = account?.entitlement ?? null
  return {
    subscribed: isSubscribed(plan, new Date()),
    tier: plan?.tier ?? 'free',
    plan_name: plan?.plan_name ?? null,
    price_amount: plan?.price_cents == null ? null : plan.price_cents / 100,
    currency: plan?.currency ?? null,
    billing_interval: plan?.billing_interval ?? null,
    status: plan?.status ?? 'none',
    current_period_end: plan?.current_period_end?.toISOString() ?? null,
    cancel_at_period_end: plan?.cancel_at_period_end ?? false,
  }
}
