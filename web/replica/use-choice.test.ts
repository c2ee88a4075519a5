import { expect, it } from 'vitest'
import { type Choice, isOnItsWay } from './use-choice.ts'

const NONE_REFUSED = { rejected: 0 }

/** Nobody, then Ana, then Ben: both chosen before the rows hold the first. */
const BEN: Choice<string | null> = { next: 'Ben', over: [null, 'Ana'], ...NONE_REFUSED }

it('a choice shows while the rows hold what it replaces, earlier choices among it', () => {
  expect(isOnItsWay(BEN, { stored: null, ...NONE_REFUSED })).toBe(true)
  expect(isOnItsWay(BEN, { stored: 'Ana', ...NONE_REFUSED })).toBe(true)
})

it('a choice gives way once the rows hold it, or what another member chose', () => {
  expect(isOnItsWay(BEN, { stored: 'Ben', ...NONE_REFUSED })).toBe(false)
  expect(isOnItsWay(BEN, { stored: 'Cleo', ...NONE_REFUSED })).toBe(false)
})

it('a choice gives way to a refusal, after which the rows may be as they were', () => {
  expect(isOnItsWay(BEN, { stored: null, rejected: 1 })).toBe(false)
})
