import { isJoint } from './normal-form.ts'
import type { Option } from './option.ts'
import type { Part } from './text-parts.ts'

/** The prefix "non": it excludes a profession right after it; before anything else it is filler. */
export const NON = 'non'

/** Words that exclude the part after them, as a minus does. */
export const NEGATIONS: ReadonlySet<string> = new Set([
  ...'not without except excluding exclude excludes excluded outside no minus dont doesnt isnt arent lacking'.split(
    ' ',
  ),
  ...'but not, and not, except for, except in, but no, other than, apart from, aside from, outside of, not including, but without, anywhere but, anyone but, anything but, anybody but, everywhere but, everyone but, everybody but, all but, any but, all except, do not, does not, is not, are not, rather than'.split(
    ', ',
  ),
])

type Class = 'place' | 'work' | Option['kind']
const CLASSES: Partial<Record<Option['kind'], Class>> = {
  city: 'place',
  state: 'place',
  country: 'place',
  region: 'place',
  postal_code: 'place',
  specialty: 'work',
  credential: 'work',
  title: 'work',
  skill: 'work',
}
const classOf = ({ kind }: Option): Class => CLASSES[kind] ?? kind

/** Kinds of readings that match no people, so there is nothing to exclude. */
const IDLE: ReadonlySet<Option['kind']> = new Set(['filler', 'or', 'not', 'contact'])

/**
 * Marks excluded parts: those with a minus, and those after a negation. A negation covers all
 * joined parts of a kind: "not in Texas or Ohio". A negation that excludes nothing is filler.
 */
export function withExclusions(chosen: readonly Option[], parts: readonly Part[]): Option[] {
  const marked: Option[] = []
  for (let at = 0; at < chosen.length; at++) {
    const option = chosen[at] as Option
    const part = parts[option.start]
    if (option.kind !== 'not') {
      const from = part?.type === 'word' ? part.from - 1 : part?.from
      marked.push(
        part?.isExcluded
          ? { ...option, isExcluded: true, ...(from === undefined ? {} : { excludedFrom: from }) }
          : option,
      )
      continue
    }
    let target = at + 1
    while (isPassedOver(chosen[target])) target++
    const first = chosen[target]
    const isNon = part?.type === 'word' && part.word === NON
    if (!first || IDLE.has(first.kind) || (isNon && !(target === at + 1 && first.concept))) {
      marked.push({ ...option, kind: 'filler' })
      continue
    }
    const last = lastJoined(chosen, target, parts)
    for (let index = target; index <= last; index++) {
      const next = chosen[index] as Option
      if (IDLE.has(next.kind)) marked.push(next)
      else if (target === last && part)
        marked.push({ ...next, isExcluded: true, excludedFrom: part.from })
      else marked.push({ ...next, isExcluded: true })
    }
    at = last
  }
  return marked
}

/**
 * Whether an option may stand between a negation and the part it excludes: "not within 50 miles of
 * Houston". A topic that the directory lacks ends it: "not expensive" says nothing about what
 * follows.
 */
const isPassedOver = (option: Option | undefined) =>
  option?.kind === 'not' ||
  (option?.kind === 'filler' && (option.topic === undefined || option.topic === 'distance'))

/** The last option of the same class joined to this one by "and", "or" or a comma. */
function lastJoined(chosen: readonly Option[], target: number, parts: readonly Part[]): number {
  let last = target
  let isJoined = false
  for (let index = target + 1; index < chosen.length; index++) {
    const option = chosen[index] as Option
    if (option.kind === 'or' || isOnlyJoint(option, parts)) {
      isJoined = true
      continue
    }
    const part = parts[option.start]
    const isListed = part?.type === 'word' && (part.isAfterComma || part.isSlashed)
    if (!isJoined && !isListed) break
    if (IDLE.has(option.kind) || classOf(option) !== classOf(chosen[target] as Option)) break
    last = index
    isJoined = false
  }
  return last
}

/** Whether a filler means no more than "and". */
export function isOnlyJoint({ kind, start, end }: Option, parts: readonly Part[]): boolean {
  return (
    kind === 'filler' &&
    parts
      .slice(start, end)
      .every(
        (part) =>
          part.type === 'word' && (isJoint(part.word) || part.word === 'or' || part.word === 'nor'),
      )
  )
}
