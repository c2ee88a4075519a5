import { expect, it } from 'vitest'
import { can, type Role } from './permissions.ts'

const may = (role: Role, tier: string | null, action: Parameters<typeof can>[1]) =>
  can({ role, tier, grants: [] }, action)

it.each([
  ['basic', true],
  ['Monthly', true],
  ['MONTHLY PLAN', true],
  ['premium', true],
  ['Premium 2026', true],
  ['enterprise', false],
  ['', false],
  [null, false],
])(
  'GATE-05 GATE-06 GATE-07 the tier “%s” of a subscriber passes the premium gate: %s',
  (tier, isPremium) => {
    for (const action of ['search.select_all', 'export.run', 'teams.create'] as const) {
      expect(may('subscriber', tier, action)).toBe(isPremium)
    }
    // The basic gate asks for a plan alone.
    for (const action of ['search.run', 'contact.reveal', 'lists.fill'] as const) {
      expect(may('subscriber', tier, action)).toBe(true)
    }
  },
)

it('GATE-05 GATE-08 an account without a plan passes neither gate, an administrator both', () => {
  for (const action of ['search.run', 'contact.reveal', 'export.run'] as const) {
    expect(may('free', 'premium', action)).toBe(false)
    expect(may('admin', null, action)).toBe(true)
  }
})
