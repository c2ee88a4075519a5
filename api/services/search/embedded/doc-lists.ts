/**
 * Loops over ascending lists of docs. Branches on comparisons are unpredictable, and a
 * misprediction costs more than the rest: where speed matters, a sign bit replaces the branch.
 */
import { numbers } from './scratch.ts'

/** Index of the first number not below `value`, searching from .. to (exclusive). */
export function lowerBound(
  sorted: Uint32Array,
  value: number,
  from = 0,
  to = sorted.length,
): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** A list this many times as long as another is searched by bisection, not scanned. */
const SEARCH_RATIO = 8

/** Whether two lists are intersected in less time by bisection than by going through both. */
export function isSearchedFaster(smaller: number, larger: number): boolean {
  return smaller * SEARCH_RATIO < larger
}

/** The docs of a list that occur in another one, or those that do not. */
export function searchEach(list: Uint32Array, others: Uint32Array, isHeld: boolean): Uint32Array {
  const selected = numbers(list.length)
  let size = 0
  let place = 0
  for (let i = 0; i < list.length; i++) {
    const doc = list[i] ?? 0
    place = gallop(others, doc, place)
    if ((others[place] === doc) !== isHeld) continue
    selected[size] = doc
    size += 1
  }
  return selected.subarray(0, size)
}

/** `lowerBound` for a value that is probably near: the step doubles until it passes the value. */
export function gallop(sorted: Uint32Array, value: number, from: number): number {
  let low = from
  let step = 1
  while (low + step < sorted.length && (sorted[low + step] ?? 0) < value) {
    low += step
    step *= 2
  }
  return lowerBound(sorted, value, low, Math.min(low + step, sorted.length))
}

/**
 * The docs in any of the lists. Pairs of lists are merged repeatedly, so that each doc is read once
 * per doubling.
 */
export function merge(lists: readonly Uint32Array[]): Uint32Array {
  const [first = new Uint32Array(), second] = lists
  if (!second) return first
  const middle = lists.length >>> 1
  return mergeTwo(merge(lists.slice(0, middle)), merge(lists.slice(middle)))
}

function mergeTwo(a: Uint32Array, b: Uint32Array): Uint32Array {
  const merged = numbers(a.length + b.length)
  let size = 0
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const left = a[i] ?? 0
    const right = b[j] ?? 0
    merged[size] = Math.min(left, right)
    size += 1
    i += 1 - ((right - left) >>> 31)
    j += 1 - ((left - right) >>> 31)
  }
  const rest = i < a.length ? a.subarray(i) : b.subarray(j)
  merged.set(rest, size)
  return merged.subarray(0, size + rest.length)
}
