import frequent from './data/frequent-names.json' with { type: 'json' }
import parts from './data/name-parts.json' with { type: 'json' }
import type { Random } from './random.ts'
import { weighted, weightedKeys } from './weighted.ts'

const { rare, quebec } = parts

/** The share of people with a rare family name, as counted in the public registry. */
const RARE_LAST_NAMES = 0.7
const RARE_FIRST_NAMES = 0.14

const women = weighted(firstNames((womenShare) => womenShare))
const men = weighted(firstNames((womenShare) => 1 - womenShare))
const frequentLast = weightedKeys(frequent.last)

/** Entries are [frequency, percentage of women]. */
function firstNames(share: (womenShare: number) => number): [string, number][] {
  return Object.entries(frequent.first).map(([name, [bearers = 0, percent = 0]]) => [
    name,
    bearers * share(percent / 100),
  ])
}

/** Patterns of family names by origin, weighted by the origin's share. */
const originOf = weighted(rare.last.map((origin) => [origin, origin.share]))

/** Quebec's own frequent names; the rest of Canada uses the common names. */
const quebecLast = weightedKeys(quebec.last)

const INITIALS = weightedKeys({
  A: 12,
  B: 4,
  C: 6,
  D: 6,
  E: 7,
  F: 3,
  G: 4,
  H: 3,
  I: 2,
  J: 9,
  K: 4,
  L: 9,
  M: 12,
  N: 4,
  P: 3,
  R: 7,
  S: 5,
  T: 4,
  V: 2,
  W: 3,
})

export interface PersonName {
  first: string
  middle: string | null
  last: string
}

/** Draws a person's name; French names are usual in Quebec. */
export function drawName(
  random: Random,
  { isWoman, isQuebec }: { isWoman: boolean; isQuebec: boolean },
): PersonName {
  const isFrench = isQuebec && random.chance(0.75)
  const first = isFrench
    ? random.pick(isWoman ? quebec.women : quebec.men)
    : drawFirst(random, isWoman)
  const last = isFrench ? quebecLast(random) : drawLast(random)
  const middle = drawMiddle(random, isWoman)
  return { first, middle: middle === first ? null : middle, last }
}

function drawFirst(random: Random, isWoman: boolean): string {
  if (!random.chance(RARE_FIRST_NAMES)) return isWoman ? women(random) : men(random)
  return isWoman
    ? random.pick(rare.womenStarts) + random.pick(rare.womenEnds)
    : random.pick(rare.menStarts) + random.pick(rare.menEnds)
}

function drawMiddle(random: Random, isWoman: boolean): string | null {
  const kind = random.next()
  if (kind < 0.38) return null
  return kind < 0.8 ? INITIALS(random) : drawFirst(random, isWoman)
}

function drawLast(random: Random): string {
  const one = drawSingleLast(random)
  const other = random.chance(0.025) ? drawSingleLast(random) : one
  return other === one ? one : `${one}-${other}`
}

function drawSingleLast(random: Random): string {
  if (!random.chance(RARE_LAST_NAMES)) return frequentLast(random)
  const { starts, ends } = originOf(random)
  // The lower of two draws is used: some rare names are less rare than others.
  const start = starts[Math.min(random.below(starts.length), random.below(starts.length))] ?? ''
  const end = ends[Math.min(random.below(ends.length), random.below(ends.length))] ?? ''
  return start + end
}
