import { afterEach, expect, it } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import type { Action } from '#sync/contract/permissions.ts'
import { demoLimit } from '#web/session/demo-limit.ts'
import { session } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { passesGate } from './show-gate.ts'

const SIGN_IN = { title: 'Please log in' }
const PLAN = { title: 'A plan includes it', description: 'See which.' }

type Account = Partial<Pick<Me, 'role' | 'tier' | 'grants'>>

const FREE: Account = { role: 'free' }
const DEMO: Account = { role: 'demo' }
const GRANTED: Account = { role: 'demo', grants: ['export'] }
const ANNUAL: Account = { role: 'subscriber', tier: 'premium' }
const ENTERPRISE: Account = { role: 'subscriber', tier: 'enterprise' }

afterEach(() => {
  session.me = null
  toastStore.current = null
  demoLimit.isOpen = false
})

/** What asking for an action comes to: that it is allowed, the dialog, or a toast with its link. */
function shownTo(
  account: Account | null,
  action: Action,
  words: { signIn?: typeof SIGN_IN; plan: typeof PLAN } = { signIn: SIGN_IN, plan: PLAN },
): string[] {
  session.me = account && ({ tier: null, grants: [], user: { id: 'a' }, ...account } as Me)
  const isAllowed = passesGate(action, words)
  const { current: toast } = toastStore
  return [
    ...(isAllowed ? ['allowed'] : []),
    ...(demoLimit.isOpen ? ['dialog'] : []),
    ...(toast ? [toast.title, toast.link?.to ?? ''] : []),
  ]
}

const TO_SIGN_IN = [SIGN_IN.title, '/login']
const TO_PLANS = [PLAN.title, '/pricing']

it.each<[string, Account | null, Action, string[]]>([
  ['EXPORT-01 a visitor is asked to sign in', null, 'export.run', TO_SIGN_IN],
  ['GATE-05 a free account is told of the plans', FREE, 'lists.fill', TO_PLANS],
  ['EXPORT-07 so is one whose plan lacks the action', ENTERPRISE, 'export.run', TO_PLANS],
  ['GATE-07 an annual plan selects everybody', ANNUAL, 'search.select_all', ['allowed']],
  ['DEMO-10 a demo account meets its limit', DEMO, 'export.run', ['dialog']],
  ['DEMO-07 a grant lifts it', GRANTED, 'export.run', ['allowed']],
  ['DEMO-09 a grant lifts no other', GRANTED, 'lists.fill', ['dialog']],
  ['DEMO-17 a demo account saves searches', DEMO, 'searches.save', ['allowed']],
  ['DEMO-18 what no grant opens needs a plan', DEMO, 'search.select_all', TO_PLANS],
])('%s', (_title, account, action, shown) => {
  expect(shownTo(account, action)).toEqual(shown)
})

it('PROFILE-10 a visitor is told of the plans by a feature that does not speak of signing in', () => {
  expect(shownTo(null, 'contact.reveal', { plan: PLAN })).toEqual(TO_PLANS)
})
