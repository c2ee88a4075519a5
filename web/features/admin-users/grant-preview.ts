import { DEMO_FEATURES, type DemoGrantRow } from '#db/schema/demo-grants.ts'
import { type Action, type Actor, can } from '#sync/contract/permissions.ts'

type Asked = Pick<Actor, 'role' | 'tier' | 'grants'>

/** What a grant can open, as shown to administrators. */
const WORDS = {
  'search.run': 'Search the directory',
  'contact.reveal': 'Reveal contacts',
  'export.run': 'Export people',
  'lists.create': 'Create lists',
  'lists.fill': 'Fill lists',
  'candidates.save': 'Star people and take notes',
  'searches.save': 'Save searches',
} as const satisfies Partial<Record<Action, string>>

/** An account without a plan or a grant. */
export const FREE_ACTOR: Asked = { role: 'free', tier: null, grants: [] }

/**
 * The actions that a grant would add to an account, by the permission table that also decides its
 * requests.
 */
export function openedBy(before: Asked, feature: DemoGrantRow['feature_type']): string[] {
  const granted = feature === 'full_access' ? DEMO_FEATURES : [feature]
  const after: Asked = {
    // As the server resolves roles: a live grant makes a free account a demo account.
    role: before.role === 'free' ? 'demo' : before.role,
    tier: before.tier,
    grants: [...before.grants, ...granted],
  }
  return (Object.keys(WORDS) as (keyof typeof WORDS)[])
    .filter((action) => !can(before, action) && can(after, action))
    .map((action) => WORDS[action])
}
