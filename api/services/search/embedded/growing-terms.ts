import type { Atom } from './clauses.ts'
import { type DocSet, listSet, NO_DOCS, or } from './doc-set.ts'
import { hasPhrase } from './string-table.ts'

/** Length of the lookup key of a term: its namespace and two letters. */
const START = 3

/** The docs of each term, in memory. Terms and docs are added, never removed. */
export class GrowingTerms {
  private readonly postings = new Map<string, number[]>()
  /** Terms by namespace and first two letters, so that a prefix lookup need not scan every term. */
  private readonly byStart = new Map<string, string[]>()

  /** @param doc not below those that the term was added to before */
  add(term: string, doc: number): void {
    const posting = this.postings.get(term)
    if (posting) {
      posting.push(doc)
      return
    }
    this.postings.set(term, [doc])
    const start = term.slice(0, START)
    const terms = this.byStart.get(start)
    if (terms) terms.push(term)
    else this.byStart.set(start, [term])
  }

  /**
   * An upper bound of an atom's matches.
   * @param size the number of all docs, returned for many terms: counting theirs would cost as
   *   much as finding them.
   */
  bound({ term, how }: Atom, size: number): number {
    return how === 'whole' ? (this.postings.get(term)?.length ?? 0) : size
  }

  /** The docs that match an atom. */
  find({ term, how }: Atom): DocSet {
    if (how === 'whole') return this.holders(term)
    const terms = how === 'prefix' ? this.like(term) : this.postings.keys()
    const isWanted =
      how === 'prefix'
        ? (candidate: string) => candidate.startsWith(term)
        : (candidate: string) =>
            candidate.charAt(0) === term.charAt(0) && hasPhrase(candidate.slice(1), term.slice(1))
    return or([...terms].filter(isWanted).map((found) => this.holders(found)))
  }

  /** The terms with this prefix. */
  *from(prefix: string): Generator<string> {
    const terms = prefix.length < START ? this.postings.keys() : this.like(prefix)
    for (const term of terms) if (term.startsWith(prefix)) yield term
  }

  /** The terms with the same namespace and first two letters. */
  private like(term: string): Iterable<string> {
    return this.byStart.get(term.slice(0, START)) ?? []
  }

  private holders(term: string): DocSet {
    const docs = this.postings.get(term)
    return docs ? listSet(Uint32Array.from(docs)) : NO_DOCS
  }
}
