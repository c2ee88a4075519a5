import type { BaseSegment } from './base-segment.ts'
import type { DeltaSegment } from './delta-segment.ts'
import { and, firstOf } from './doc-set.ts'
import { inScratch } from './scratch.ts'
import type { Segment } from './segment.ts'

/** How many terms that exist only in the delta are scanned per prefix. */
const NEW_TERMS_MAX = 200

/** The terms of an index, with how many people have each. */
export class Dictionary {
  constructor(
    private readonly base: BaseSegment,
    private readonly delta: DeltaSegment,
  ) {}

  /** How many people have a term. */
  people(term: string): number {
    return inScratch(() => peopleIn(this.base, term) + peopleIn(this.delta, term))
  }

  /** An upper bound of that number: superseded entries are counted as well. */
  upTo(term: string): number {
    const atom = { term, how: 'whole' } as const
    return this.base.bound(atom) + this.delta.bound(atom)
  }

  /** The terms with this prefix, each with an upper bound of its people. */
  *startingWith(prefix: string): Generator<[term: string, atMost: number]> {
    for (const [term, size] of this.base.termsFrom(prefix)) {
      yield [term, size + this.delta.bound({ term, how: 'whole' })]
    }
    for (const term of this.delta.termsFrom(prefix)) {
      const atom = { term, how: 'whole' } as const
      if (this.base.bound(atom) === 0) yield [term, this.delta.bound(atom)]
    }
  }

  /** The most frequent terms with this prefix, in order. */
  most(prefix: string, limit: number): [term: string, people: number][] {
    const found = this.base.largest(prefix, limit)
    let newTerms = 0
    for (const term of this.delta.termsFrom(prefix)) {
      if (this.base.bound({ term, how: 'whole' }) > 0) continue
      found.push(term)
      newTerms += 1
      if (newTerms === NEW_TERMS_MAX) break
    }
    return found
      .map((term): [string, number] => [term, this.people(term)])
      .filter(([, people]) => people > 0)
      .sort(([a, most], [b, people]) => people - most || (a < b ? -1 : 1))
      .slice(0, limit)
  }

  /** The ordinal of one person with a term. */
  holder(term: string): number | undefined {
    return inScratch(() => {
      const known = holderIn(this.base, term)
      if (known !== undefined) return this.base.ordinals[known]
      const changed = holderIn(this.delta, term)
      return changed === undefined ? undefined : this.delta.ordinal(changed)
    })
  }
}

/** People who have a term, less the superseded, counted without building the set. */
function peopleIn(segment: Segment, term: string): number {
  const found = segment.find({ term, how: 'whole' })
  const { superseded } = segment
  return superseded.size === 0 ? found.size : found.size - and(found, superseded).size
}

function holderIn(segment: Segment, term: string): number | undefined {
  return firstOf(segment.find({ term, how: 'whole' }), segment.superseded)
}
