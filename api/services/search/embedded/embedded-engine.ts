import { setImmediate } from 'node:timers/promises'
import type { SpecialtyCount } from '#api/contract/search.ts'
import type { Checksum } from '#api/services/search/checksum.ts'
import type {
  EngineQuery,
  EngineResult,
  SearchDocument,
  SearchEngine,
  Selection,
} from '#api/services/search/engine.ts'
import { mergeSpecialtyCounts } from '#api/services/search/specialty-names.ts'
import { xidLow } from '#api/services/search/xid.ts'
import { BaseSegment, type BaseSegmentData } from './base-segment.ts'
import { readBestMatches } from './best-match.ts'
import { numbersAt } from './byte-source.ts'
import { type Clause, clausesOf } from './clauses.ts'
import { DeltaSegment } from './delta-segment.ts'
import { Dictionary } from './dictionary.ts'
import { has } from './doc-set.ts'
import { countFacets } from './facets.ts'
import { match } from './matching.ts'
import { readPage } from './page.ts'
import { inScratch } from './scratch.ts'
import { Vocabulary } from './vocabulary.ts'

/** People indexed per turn, which takes some milliseconds; then searches get the event loop. */
const TURN = 100

const REBUILD_CHANGES_MIN = 20_000
const REBUILD_SHARE = 0.02

/**
 * The in-process search engine: an immutable base and a small delta of later changes. A result is
 * (base less superseded) plus delta, at every step: match, count, facets, pages.
 */
export class EmbeddedEngine implements SearchEngine {
  /** The index's terms, for suggestions. */
  readonly dictionary: Dictionary
  /** The index's words and places, for the understanding of text. */
  readonly vocabulary: Vocabulary
  private readonly base: BaseSegment
  private readonly delta: DeltaSegment
  private readonly sums: Checksum

  /** @param onFault called for a card that could not be erased; results no longer show that card */
  constructor(
    data: BaseSegmentData,
    private readonly onFault: (fault: unknown) => void = (fault) => {
      throw fault
    },
  ) {
    this.base = new BaseSegment(data)
    this.delta = new DeltaSegment(this.base)
    this.dictionary = new Dictionary(this.base, this.delta)
    this.vocabulary = new Vocabulary(this.dictionary, this.base.corrections)
    const people = data.ordinals.length
    this.sums = { people, ordinals: sum(data.ordinals), xids: sum(numbersAt(data.xids, 0, people)) }
  }

  /** The versions and deletions since the base was built, which a rebuild would merge into it. */
  get changes(): number {
    return this.delta.size + this.base.superseded.size
  }

  /** Whether a rebuild is due: a large delta slows every search down. */
  get isOutgrown(): boolean {
    return this.changes > Math.max(REBUILD_CHANGES_MIN, this.base.size * REBUILD_SHARE)
  }

  async search(query: EngineQuery): Promise<EngineResult> {
    return this.find(clausesOf(query), query)
  }

  async selectIds(
    selection: Selection,
    limit: number,
  ): Promise<{ ordinals: number[]; count: number }> {
    return this.find(clausesOf(selection), { ...selection, offset: 0, limit, facets: false })
  }

  async specialtyCounts(): Promise<SpecialtyCount[]> {
    const { specialty } = countFacets([this.base, this.delta], [])
    return mergeSpecialtyCounts(Object.entries(specialty))
  }

  /**
   * These people as results show them, a JSON array; undefined unless the base has all of them in
   * their current version.
   */
  people(ordinals: readonly number[]): Buffer | undefined {
    return this.base.people(ordinals)
  }

  async upsert(documents: SearchDocument[]): Promise<void> {
    for (const [index, document] of documents.entries()) {
      if (index % TURN === TURN - 1) await setImmediate()
      if (this.isInBase(document)) continue
      this.supersede(document.ordinal)
      this.delta.upsert(document)
      this.vocabulary.learn(document)
      this.count(1, document.ordinal, this.delta.xidOf(document.ordinal) ?? 0)
    }
  }

  async remove(ordinals: number[]): Promise<void> {
    for (const ordinal of ordinals) this.supersede(ordinal)
  }

  async close(): Promise<void> {
    await this.base.close()
  }

  checksum(): Checksum {
    return { ...this.sums }
  }

  private find(
    clauses: Clause[],
    { leaveOut, sort, offset, limit, facets }: EngineQuery,
  ): EngineResult {
    const { base, delta } = this
    return inScratch(() => {
      const matches = {
        base: match(base, clauses, leaveOut),
        delta: match(delta, clauses, leaveOut),
      }
      return {
        ordinals: sort
          ? readPage(base, delta, matches, { ...sort, offset, limit })
          : readBestMatches(base, delta, matches, clauses, { offset, limit }),
        count: matches.base.size + matches.delta.size,
        ...(facets && {
          facets: countFacets([base, delta], clauses, leaveOut, [matches.base, matches.delta]),
        }),
      }
    })
  }

  /**
   * Whether the base already has this version: the first poll of the database returns again every
   * person changed since the oldest transaction that was running at build time.
   */
  private isInBase({ ordinal, changed_xid }: SearchDocument): boolean {
    const { base } = this
    const doc = base.arrival(ordinal)
    return (
      base.ordinals[doc] === ordinal &&
      !has(base.superseded, doc) &&
      base.xid(doc) === xidLow(changed_xid)
    )
  }

  /** Supersedes all entries of a person. */
  private supersede(ordinal: number): void {
    const { base, delta } = this
    const changed = delta.xidOf(ordinal)
    if (changed !== undefined) {
      delta.remove(ordinal)
      this.count(-1, ordinal, changed)
      return
    }
    const doc = base.arrival(ordinal)
    if (base.ordinals[doc] !== ordinal || !base.supersede(doc)) return
    this.count(-1, ordinal, base.xid(doc))
    try {
      base.eraseCard(doc)
    } catch (fault) {
      this.onFault(fault)
    }
  }

  private count(sign: 1 | -1, ordinal: number, xid: number): void {
    this.sums.people += sign
    this.sums.ordinals += BigInt(sign * ordinal)
    this.sums.xids += BigInt(sign * xid)
  }
}

function sum(numbers: Uint32Array): bigint {
  let total = 0n
  let part = 0
  for (let i = 0; i < numbers.length; i++) {
    part += numbers[i] ?? 0
    // Beyond 2^53 a plain number would lose the last digits.
    if ((i & 0xfffff) === 0xfffff) {
      total += BigInt(part)
      part = 0
    }
  }
  return total + BigInt(part)
}
