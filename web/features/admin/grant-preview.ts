import { DEMO_FEATURES, type DemoGrantRow } from '#db/schema/demo-grants.ts'
import { type Action, type Actor, can } from '#sync/contract/permissions.ts'

type Asked = Pick<Actor, 'role' | 'tier' | 'grants'>

/** What a grant can open, in the words of who is granted it. */
const WORDS = {
  'search.run': 'Search the directory',
  'contact.reveal': 'Reveal contacts',
  'export.run': 'Export people',
  'lists.create': 'Create lists',
  'lists.fill': 'Fill lists',
  'candidates.save': 'Star people and take notes',
  'searches.save': 'Save searches',
} as const satisfies Partial<Record<Action, string>>

/** Somebody without a plan, for whom nothing is open yet. */
export const NOBODY_SPECIAL: Asked = { role: 'free', tier: null, grants: [] }

/**
 * What an account may do after a grant that it may not do now: the same table decides it that
 * decides the account's requests.
 */
export function openedBy(before: Asked, feature: DemoGrantRow['feature_type']): string[] {
  const granted = feature === 'full_access' ? DEMO_FEATURES : [feature]
  const after: Asked = {
    // As the server resolves it: a live grant makes a demo of who has neither a plan nor the keys.
    role: before.role === 'free' ? 'demo' : before.role,
    tier: before.tier,
    grants: [...before.grants, ...granted],
  }
  return (Object.keys(WORDS) as (keyof typeof WORDS)[])
    .filter((action) => !can(before, action) && can(after, action))
    .map((action) => WORDS[action])
}
