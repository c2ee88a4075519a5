import type { Atom, Clause } from '#api/services/search/embedded/clauses.ts'
import { type DocSet, listSet, toList } from '#api/services/search/embedded/doc-set.ts'
import { GrowingDocs } from '#api/services/search/embedded/growing-docs.ts'
import { GrowingTerms } from '#api/services/search/embedded/growing-terms.ts'
import { match } from '#api/services/search/embedded/matching.ts'
import { inScratch } from '#api/services/search/embedded/scratch.ts'
import type { Searchable } from '#api/services/search/embedded/segment.ts'
import { documentTerms } from '#api/services/search/embedded/tokens.ts'
import type { SearchDocument } from '#api/services/search/engine.ts'
import { fold } from '#api/services/search/text.ts'
import type { FoundKind } from '#db/schema/watch-words.ts'

/** A person who changed: the state before and after, null when they were not in the directory. */
export interface PersonChange {
  ordinal: number
  /** The time of the latest change. */
  changedAt: Date
  before: SearchDocument | null
  after: SearchDocument | null
}

/** Ordinals by the kind of change (`NEWS_KINDS` explains each). */
export type Found = Record<FoundKind, number[]>

interface Person extends Pick<PersonChange, 'ordinal' | 'changedAt'> {
  hasLeft: boolean
  hasMoved: boolean
  isVerified: boolean
}

/**
 * A small index of the people who changed, each with two docs: 2i is the state before, 2i + 1 the
 * state after. A search is matched against it by the rules of the embedded engine, for both states
 * at once.
 */
export class ChangedPeople implements Searchable {
  /** The docs of states in which a person was not in the directory. */
  private readonly nobody = new GrowingDocs()
  private readonly terms = new GrowingTerms()
  private readonly people: Person[] = []
  private readonly docs = new Map<number, number>()

  add({ ordinal, changedAt, before, after }: PersonChange): void {
    const doc = this.people.length * 2
    for (const [offset, document] of [before, after].entries()) {
      if (document === null) this.nobody.add(doc + offset)
      else for (const term of documentTerms(document)) this.terms.add(term, doc + offset)
    }
    this.docs.set(ordinal, doc)
    this.people.push({
      ordinal,
      changedAt,
      hasLeft: after === null,
      hasMoved: before !== null && after !== null && hasMoved(before, after),
      isVerified: before !== null && after !== null && isVerifiedAnew(before, after),
    })
  }

  get superseded(): DocSet {
    return this.nobody.set
  }

  get size(): number {
    return this.people.length * 2
  }

  bound(atom: Atom): number {
    return this.terms.bound(atom, this.size)
  }

  find(atom: Atom): DocSet {
    return this.terms.find(atom)
  }

  docsOf(ordinals: readonly number[]): DocSet {
    const docs = ordinals.flatMap((ordinal) => {
      const doc = this.docs.get(ordinal)
      return doc === undefined ? [] : [doc, doc + 1]
    })
    return listSet(Uint32Array.from(docs).sort())
  }

  /**
   * The news of a search among the people who changed after a time.
   * @param leaveOut ordinals of people that the search excludes, ascending
   * @returns null when there is none
   */
  newsOf(clauses: readonly Clause[], after: Date, leaveOut?: readonly number[]): Found | null {
    return inScratch(() => {
      const found: Found = { new: [], moved: [], gone: [], left: [], verified: [] }
      let isAny = false
      const add = (kind: FoundKind, { ordinal }: Person) => {
        found[kind].push(ordinal)
        isAny = true
      }
      const docs = toList(match(this, clauses, leaveOut))
      for (let i = 0; i < docs.length; i++) {
        const doc = docs[i] ?? 0
        const person = this.people[doc >>> 1]
        if (!person) continue
        const isAfter = (doc & 1) === 1
        const isBoth = !isAfter && docs[i + 1] === doc + 1
        if (isBoth) i += 1
        if (person.changedAt <= after) continue
        if (isAfter) add('new', person)
        else if (!isBoth) add(person.hasLeft ? 'left' : 'gone', person)
        else {
          if (person.hasMoved) add('moved', person)
          if (person.isVerified) add('verified', person)
        }
      }
      return isAny ? found : null
    })
  }
}

function hasMoved(before: SearchDocument, after: SearchDocument): boolean {
  return (['organization', 'city', 'state'] as const).some((column) => {
    const [was, is] = [fold(before[column] ?? ''), fold(after[column] ?? '')]
    return was !== '' && is !== '' && was !== is
  })
}

function isVerifiedAnew(before: SearchDocument, after: SearchDocument): boolean {
  return after.contacts.some(({ kind, verified_at }) => {
    const was = before.contacts.find((contact) => contact.kind === kind)?.verified_at
    return verified_at !== null && (!was || new Date(was) < new Date(verified_at))
  })
}
