import type { ListHaving } from '#sync/contract/list-queries.ts'
import { formatCount, formatPeople } from '#web/lib/format.ts'
import { keyOfRow } from '#web/lib/rows-in-use.ts'
import type { ListAddress } from './list-actions.ts'

/** Other lists that are named; the rest is counted. */
const NAMED_MAX = 3

/**
 * What is said of people before they are put on a list: "3 of 12 are on it already. Also on ICU nurses
 * (5), Nights (2) and 4 more." One person needs no numbers: "On “ICU nurses” and “Nights” already."
 * @param having the lists that some of them are on.
 * @param list the one they are put on; undefined for a new one.
 */
export function onListsWords(
  count: number,
  having: readonly ListHaving[],
  list: ListAddress | undefined,
): string | null {
  const isIt = (one: ListHaving) => list !== undefined && keyOfRow(one) === keyOfRow(list)
  const already = having.find(isIt)?.people ?? 0
  const others = having.filter((one) => !isIt(one))
  const named = others
    .slice(0, NAMED_MAX)
    .map(({ name, people }) => (count === 1 ? `“${name}”` : `${name} (${formatCount(people)})`))
  const rest = others.length - named.length
  const all = rest > 0 ? [...named, `${formatCount(rest)} more`] : named
  const elsewhere = [all.slice(0, -1).join(', '), all.at(-1)].filter(Boolean).join(' and ')
  const sentences = [
    already > 0 && alreadyWords(count, already),
    elsewhere && elsewhereWords(count, already, elsewhere),
  ].filter(Boolean)
  return sentences.length > 0 ? sentences.join(' ') : null
}

function alreadyWords(count: number, already: number): string {
  if (already === count) return count === 1 ? 'On it already.' : 'All are on it already.'
  return `${formatCount(already)} of ${formatCount(count)} ${already === 1 ? 'is' : 'are'} on it already.`
}

function elsewhereWords(count: number, already: number, elsewhere: string): string {
  if (already > 0) return `Also on ${elsewhere}.`
  return count === 1 ? `On ${elsewhere} already.` : `Some are on ${elsewhere} already.`
}

/** What came of it: "9 people, ICU nurses. 3 were on it already." */
export function addedWords(count: number, already: number, name: string): string {
  const added = `${formatPeople(count - already)}, ${name}`
  if (already === 0) return added
  return `${added}. ${formatCount(already)} ${already === 1 ? 'was' : 'were'} on it already.`
}
