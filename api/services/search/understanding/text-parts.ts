import { words } from '#api/services/search/text.ts'

/** A word of the text, folded, with its position. */
export interface Word {
  type: 'word'
  word: string
  from: number
  to: number
  /** Whether it is in capitals: "OR" may be the operator, "or" is hardly Oregon. */
  isUpper: boolean
  /** Whether it is joined to the previous word without a blank: "l&d", "pa-c". */
  isJoined: boolean
  /** Whether it is joined by a slash: "RN/LPN" means either. */
  isSlashed: boolean
  /** Whether it follows a comma or another mark that ends a part. */
  isAfterComma: boolean
  isExcluded: boolean
}

/** A quoted text, or a value given with its field: `"wound care"`, `state:PA`. */
export interface Fixed {
  type: 'quoted' | 'contact' | 'explicit'
  /** The value as typed, without quotes and field name. */
  value: string
  /** The field name before the colon. */
  field?: string
  from: number
  to: number
  isExcluded: boolean
}

export type Part = Word | Fixed

/** The field names accepted before a colon. */
export const EXPLICIT_FIELDS = [
  'state',
  'credential',
  'city',
  'name',
  'specialty',
  'employer',
  'title',
  'skill',
  'npi',
  'country',
  'region',
  'zip',
  'has',
] as const
export type ExplicitField = (typeof EXPLICIT_FIELDS)[number]

const EMAIL = /[^\s,;:<>"]+@[^\s,;:<>"]+/u
/** Matches US telephone numbers in their usual forms, and international ones with a plus. */
const PHONE =
  /\+\d[\d\s().-]{7,18}\d|(?<!\d)(?:[3-9]\d{9}|1[2-9]\d{9})(?!\d)|\(\d{3}\)\s?\d{3}[\s.-]?\d{4}|(?<!\d)(?:1[\s.-])?\d{3}[\s.-]\d{3}[\s.-]\d{4}(?!\d)/u
const CONTACT = new RegExp(`${EMAIL.source}|${PHONE.source}`, 'u')
const EXPLICIT = new RegExp(
  `(-?)\\b(${EXPLICIT_FIELDS.join('|')}):(?:["“”]([^"“”]*)["“”]|([^\\s"“”]+))`,
  'iu',
)
const QUOTED = /(?<![\p{L}\p{N}])(-?)["“”]([^"“”]+)["“”]/u
const ANY = new RegExp(
  `(?<explicit>${unnamed(EXPLICIT)})|(?<contact>${CONTACT.source})|(?<quoted>${unnamed(QUOTED)})|(?<chunk>[^\\s"“”]+)`,
  'giu',
)

function unnamed({ source }: RegExp): string {
  return source.replaceAll(/\((?!\?)/g, '(?:')
}

/**
 * The parts of the text in order. Punctuation separates parts, as does a quote without its partner.
 */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let isAfterComma = false
  for (const match of text.matchAll(ANY)) {
    const from = match.index
    const fixed = fixedPart(match, from)
    if (fixed) {
      if (fixed.type === 'contact' || words(fixed.value).length > 0) parts.push(fixed)
      isAfterComma = false
      continue
    }
    const chunk = match.groups?.chunk ?? ''
    isAfterComma = readChunk(chunk, { from, isAfterComma, parts })
  }
  return parts
}

function fixedPart(match: RegExpMatchArray, from: number): Fixed | undefined {
  const [text] = match
  const to = from + text.length
  const { explicit, contact, quoted } = match.groups ?? {}
  if (contact !== undefined) return { type: 'contact', value: contact, from, to, isExcluded: false }
  const found = explicit?.match(EXPLICIT)
  if (found) {
    const [, minus, field = '', inQuotes, bare = ''] = found
    const value = inQuotes ?? bare.replace(/[,;.]+$/, '')
    const end = inQuotes === undefined ? to - (bare.length - value.length) : to
    const isExcluded = minus === '-'
    return { type: 'explicit', value, field: field.toLowerCase(), from, to: end, isExcluded }
  }
  const phrase = quoted?.match(QUOTED)
  if (!phrase) return undefined
  return { type: 'quoted', value: phrase[2] ?? '', from, to, isExcluded: phrase[1] === '-' }
}

const RUN = /[\p{L}\p{N}\p{M}'’]+/gu
/** Matches abbreviations with full stops: "M.D.", "Ph.D"; at least two parts, so not "St.". */
const DOTTED = /^\p{L}{1,5}(?:\.\p{L}{1,5})+\.?$/u
const SINGLE_LETTER = /(?:^|\.)\p{L}(?:\.|$)/u
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
const PART_END = /[,;|()[\]{}:!?]/

function readChunk(
  chunk: string,
  { from, isAfterComma, parts }: { from: number; isAfterComma: boolean; parts: Part[] },
): boolean {
  const isExcluded = /^-[\p{L}\p{N}]/u.test(chunk)
  let isAfter = isAfterComma
  let end = 0
  const push = (run: string, start: number, isJoined: boolean) => {
    for (const [index, word] of words(run).entries()) {
      const isUpper = run.length > 1 && run === run.toUpperCase() && run !== run.toLowerCase()
      // "½" folds to two words, the second without a position of its own.
      const place = {
        from: from + start + (index > 0 ? run.length : 0),
        to: from + start + run.length,
      }
      const between = end > 0 ? chunk.slice(end, start) : ''
      const isAfterComma = isAfter || PART_END.test(between)
      const isSlashed = between === '/'
      parts.push({
        type: 'word',
        word,
        ...place,
        isUpper,
        isJoined,
        isSlashed,
        isAfterComma,
        isExcluded,
      })
      isAfter = false
    }
    end = start + run.length
  }
  // A chunk is split further: each of the two parts of "RN,BSN" may have full stops.
  for (const piece of chunk.matchAll(/[^,;|]+/g)) {
    const core = piece[0].replace(EDGES, '')
    const start = piece.index + piece[0].indexOf(core)
    if (core === '') continue
    if (DOTTED.test(core) && SINGLE_LETTER.test(core)) {
      const letters = core.replaceAll('.', '')
      const before = parts.length
      push(letters, start, end > 0)
      const word = parts[before]
      end = start + core.length
      if (chunk[end] === '.') end += 1
      if (word) word.to = from + end
      continue
    }
    for (const run of core.matchAll(RUN)) push(run[0], start + run.index, end > 0)
  }
  return PART_END.test(chunk.slice(end)) || (end === 0 && (isAfterComma || PART_END.test(chunk)))
}
