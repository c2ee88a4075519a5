import type { RevealCost } from '#api/contract/contact-reveal.ts'
import { formatCount } from '#web/lib/format.ts'

/** How many of them would be revealed. */
export const revealable = ({ people, remaining }: RevealCost) => Math.min(people, remaining.today)

/**
 * What revealing people costs, said before: "12 of 25 have contacts not yet revealed. 188 reveals are
 * left today."
 * @param chosen how many were asked about.
 */
export function costWords(chosen: number, cost: RevealCost): string {
  const { people, remaining } = cost
  if (people === 0) return 'All of their contacts are revealed already, or none are known.'
  const having = `${formatCount(people)} of ${formatCount(chosen)} ${people === 1 ? 'has' : 'have'} contacts not yet revealed.`
  if (remaining.today === 0) {
    return `${having} Today’s reveals are used up; there are new ones after midnight UTC.`
  }
  const left = `${formatCount(remaining.today)} ${remaining.today === 1 ? 'reveal is' : 'reveals are'} left today`
  return people > remaining.today
    ? `${having} ${left}, so the first ${formatCount(remaining.today)} will be revealed.`
    : `${having} ${left}.`
}
