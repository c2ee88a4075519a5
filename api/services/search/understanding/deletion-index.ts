import { editsAllowed, editsBetween } from './edits.ts'

/** Words by rank; the more frequent a word, the lower its rank. */
export interface WordList {
  size: number
  at(place: number): string
}

/** The start of each hash bucket's ranks, and the ranks. */
export interface DeletionIndexData {
  starts: Uint32Array
  places: Uint32Array
}

/** A shorter word corrects nothing: the shortest correction has 5 letters less one edit. */
const LETTERS_MIN = 4

/**
 * Finds the nearest words to a misspelt one (symmetric deletion). Words a few edits apart become
 * equal when a few letters are deleted from each, so the index holds, under a hash of each such
 * shortened form, the words it comes from: two arrays of numbers, no strings. Words with the same
 * hash are then compared letter by letter.
 */
export class DeletionIndex {
  private readonly mask: number

  /** @param data made by `of` from the same words */
  constructor(
    private readonly words: WordList,
    readonly data: DeletionIndexData,
  ) {
    this.mask = data.starts.length - 2
  }

  /** Builds the index, which takes a second or two for the words of millions of people. */
  static of(words: WordList): DeletionIndex {
    // Buckets are counted first and then filled, so no list grows.
    const sizes = new Uint32Array(tableSize(words.size) + 1)
    const mask = sizes.length - 2
    for (let place = 0; place < words.size; place++) {
      for (const hash of shortened(words.at(place), EDITS_MAX)) {
        const bucket = (hash & mask) + 1
        sizes[bucket] = (sizes[bucket] ?? 0) + 1
      }
    }
    for (let bucket = 1; bucket < sizes.length; bucket++)
      sizes[bucket] = (sizes[bucket] ?? 0) + (sizes[bucket - 1] ?? 0)
    const places = new Uint32Array(sizes[sizes.length - 1] ?? 0)
    const filled = sizes.slice()
    for (let place = 0; place < words.size; place++) {
      for (const hash of shortened(words.at(place), EDITS_MAX)) {
        const bucket = hash & mask
        const next = filled[bucket] ?? 0
        places[next] = place
        filled[bucket] = next + 1
      }
    }
    return new DeletionIndex(words, { starts: sizes, places })
  }

  /** Size of the index in bytes, without its words. */
  get bytes(): number {
    return this.data.starts.byteLength + this.data.places.byteLength
  }

  /** The word with the fewest edits; of several, the most frequent. */
  nearest(word: string, edits = editsAllowed(word)): { word: string; edits: number } | undefined {
    const { starts, places } = this.data
    let best: { word: string; edits: number; place: number } | undefined
    const looked = new Set<number>()
    // Words one edit away share a form with one letter deleted: the many forms with two are looked up
    // only when there is none.
    for (let left = 1; left <= edits && (best === undefined || best.edits > left - 1); left++) {
      for (const hash of shortened(word, left)) {
        const bucket = hash & this.mask
        const end = starts[bucket + 1] ?? 0
        for (let i = starts[bucket] ?? 0; i < end; i++) {
          const place = places[i] ?? 0
          if (looked.has(place)) continue
          looked.add(place)
          const limit = best ? best.edits : edits
          const candidate = this.words.at(place)
          const found = editsBetween(word, candidate, limit)
          if (found > limit || (best && found === best.edits && place > best.place)) continue
          best = { word: candidate, edits: found, place }
        }
      }
    }
    return best && { word: best.word, edits: best.edits }
  }
}

function tableSize(words: number): number {
  let size = 1024
  while (size < words * 8) size *= 2
  return size
}

/** The most edits allowed for a word of any length. */
const EDITS_MAX = 2

/**
 * The shortest form of a word after two deletions: a misspelt word of 8 letters may be two edits
 * away.
 */
const TWO_LEFT_OUT_LETTERS = 6

/** Hashes of a word with up to this many letters deleted. */
function shortened(word: string, edits: number): Set<number> {
  const hashes = new Set<number>()
  if (word.length < LETTERS_MIN || word.length > 32) return hashes
  hashes.add(hashOf(word, -1, -1))
  const isTwo = edits > 1 && word.length >= TWO_LEFT_OUT_LETTERS
  for (let first = 0; first < word.length; first++) {
    hashes.add(hashOf(word, first, -1))
    if (!isTwo) continue
    for (let second = first + 1; second < word.length; second++)
      hashes.add(hashOf(word, first, second))
  }
  return hashes
}

/** FNV-1a over the letters, without two of them. */
function hashOf(word: string, first: number, second: number): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) {
    if (i === first || i === second) continue
    hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) >>> 0
}
