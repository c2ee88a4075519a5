import type { DemoFeature } from '#db/schema/demo-grants.ts'

/**
 * Who is asking, as the server decides it from the session. `demo` may look but not touch, save
 * what a grant opens; `free` is signed in without a plan.
 */
export type Role = 'visitor' | 'free' | 'demo' | 'subscriber' | 'admin'

/** An account, or a visitor, as permissions see it. */
export interface Actor {
  role: Role
  /** Account id and address; null for a visitor. */
  id: string | null
  email: string | null
  /** The plan's tier, as the entitlement names it; null without a plan. */
  tier: string | null
  /** The team whose plan is in force; absent for a plan of the account's own. */
  team?: string
  /** The features that live demo grants open; "full_access" means all of them. */
  grants: readonly DemoFeature[]
}

/** An actor who is not signed in. */
export const VISITOR: Actor = { role: 'visitor', id: null, email: null, tier: null, grants: [] }

interface Rule {
  roles: readonly Role[]
  /** Subscribers need a Monthly or Annual plan, not just any. */
  isPremium?: true
  /** The demo feature that opens this to a demo account. */
  feature?: DemoFeature
}

const EVERYBODY: readonly Role[] = ['visitor', 'free', 'demo', 'subscriber', 'admin']
const SIGNED_IN: readonly Role[] = ['free', 'demo', 'subscriber', 'admin']
const SEARCHERS: readonly Role[] = ['demo', 'subscriber', 'admin']
const PAYING: readonly Role[] = ['subscriber', 'admin']
const ADMINS: readonly Role[] = ['admin']

/** One row per action: who may take it. API, mutations and screens all read this table. */
const RULES = {
  'search.run': { roles: SEARCHERS },
  'search.select_all': { roles: PAYING, isPremium: true },
  'search.preview': { roles: EVERYBODY },
  'search.suggest': { roles: EVERYBODY },
  'search.report_error': { roles: EVERYBODY },
  'specialties.read': { roles: EVERYBODY },
  'candidate.read': { roles: EVERYBODY },
  'contact.reveal': { roles: PAYING, feature: 'viewContactInfo' },
  /** For contacts that the account has revealed; it needs no plan any more. */
  'contact.report': { roles: SIGNED_IN },
  'export.run': { roles: PAYING, isPremium: true, feature: 'export' },
  'lists.create': { roles: PAYING, feature: 'createLists' },
  'lists.fill': { roles: PAYING, feature: 'saveLists' },
  /** Organizing or removing one's own rows needs no plan. */
  'lists.tidy': { roles: SIGNED_IN },
  'candidates.save': { roles: PAYING, feature: 'saveCandidates' },
  /** Notes, calls and next steps. */
  'outreach.write': { roles: PAYING, feature: 'saveCandidates' },
  /** Completing what was begun, taking words out, and marking whom not to contact need no plan. */
  'outreach.tidy': { roles: SIGNED_IN },
  'searches.save': { roles: SEARCHERS },
  'searches.tidy': { roles: SIGNED_IN },
  'searches.watch': { roles: PAYING },
  'templates.write': { roles: SIGNED_IN },
  'emails.generate': { roles: SIGNED_IN },
  'settings.write': { roles: SIGNED_IN },
  'replica.sync': { roles: SIGNED_IN },
  'account.read': { roles: EVERYBODY },
  'account.manage': { roles: SIGNED_IN },
  'support.offer': { roles: SIGNED_IN },
  'billing.use': { roles: SIGNED_IN },
  'teams.create': { roles: PAYING, isPremium: true },
  /** `team-permissions.ts` says what a member may do in a team. */
  'teams.use': { roles: SIGNED_IN },
  'teams.see_invite': { roles: EVERYBODY },
  'messages.send': { roles: EVERYBODY },
  'removals.request': { roles: EVERYBODY },
  'submissions.send': { roles: EVERYBODY },
  'submissions.review': { roles: ADMINS },
  'grants.manage': { roles: ADMINS },
  'teams.manage': { roles: ADMINS },
  'users.manage': { roles: ADMINS },
  'site.manage': { roles: ADMINS },
  'search_errors.manage': { roles: ADMINS },
  'figures.read': { roles: ADMINS },
  'audit.read': { roles: ADMINS },
  'directory.manage': { roles: ADMINS },
} as const satisfies Record<string, Rule>

/** The actions that permissions decide on. */
export type Action = keyof typeof RULES

/** Whether this actor may take this action. */
export function can(actor: Pick<Actor, 'role' | 'tier' | 'grants'>, action: Action): boolean {
  const rule: Rule = RULES[action]
  if (actor.role === 'demo' && rule.feature && actor.grants.includes(rule.feature)) return true
  if (!rule.roles.includes(actor.role)) return false
  return !rule.isPremium || actor.role === 'admin' || isPremiumTier(actor.tier)
}

/**
 * The condition of an action that is not met: none, a sign-in, a plan, or the limit of a demo account.
 */
export type Gate = 'open' | 'sign_in' | 'plan' | 'demo'

/**
 * The gate that a screen shows. A visitor signs in first; the API's refusal names the plan where an
 * account alone would not do.
 */
export function gateOf(actor: Pick<Actor, 'role' | 'tier' | 'grants'>, action: Action): Gate {
  if (can(actor, action)) return 'open'
  // Where no grant could open the action, a demo account needs a plan as others do.
  if (actor.role === 'demo' && demoFeatureOf(action)) return 'demo'
  return actor.role === 'visitor' ? 'sign_in' : 'plan'
}

/** Monthly (basic) and premium tiers pass the premium gate, in any case; other names do not. */
function isPremiumTier(tier: string | null): boolean {
  return tier !== null && /basic|monthly|premium/i.test(tier)
}

/** The demo feature that an action needs of a demo account, if any grant can open it. */
export function demoFeatureOf(action: Action): DemoFeature | undefined {
  const rule: Rule = RULES[action]
  return rule.feature
}
