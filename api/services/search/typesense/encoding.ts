import { createHash } from 'node:crypto'

/**
 * Typesense tokenises by its own rules: it drops punctuation, folds letters, truncates long words.
 * Texts are therefore encoded in the letters a-z and digits, which it leaves unchanged. Security:
 * filter values are encoded too, so no user input can reach its filter grammar.
 *
 *   a..y         themselves
 *   z            za
 *   below a      0 and two hexadecimal digits: space is 020, A is 041
 *   above z      z and four digits of base 36, of which the first is written b..y
 *
 * Encoded texts compare by code point as the texts themselves do, the encoding is unique, and it
 * keeps prefixes.
 */
export function encode(text: string): string {
  return text.replace(NOT_PLAIN, (character) => {
    const point = character.codePointAt(0) ?? 0
    if (character === 'z') return 'za'
    if (point < A) return `0${point.toString(16).padStart(2, '0')}`
    const high = Math.floor(point / HIGH)
    return `z${String.fromCharCode(A + 1 + high)}${(point % HIGH).toString(36).padStart(3, '0')}`
  })
}

/** The text that was encoded. */
export function decode(encoded: string): string {
  return encoded.replace(ESCAPE, (code) => {
    if (code === 'za') return 'z'
    if (code.startsWith('0')) return String.fromCodePoint(Number.parseInt(code.slice(1), 16))
    const high = code.charCodeAt(1) - A - 1
    return String.fromCodePoint(high * HIGH + Number.parseInt(code.slice(2), 36))
  })
}

const NOT_PLAIN = /[^a-y]/gu
const ESCAPE = /0[0-9a-f]{2}|za|z[b-y][0-9a-z]{3}/g
const A = 'a'.charCodeAt(0)
/** The value of the first of the four digits. */
const HIGH = 36 ** 3

/** The longest text that is its own token. */
const TOKEN_MAX = 90
/**
 * The length of a digest's readable head. A digest has 95 characters in all: Typesense truncates
 * words at 100.
 */
const HEAD = 53
/** Follows the head, so that a prefix of another text cannot extend into the digest. */
const DIGEST_MARK = 'zz'

/** A text as one word for Typesense. A digest replaces the end of a long text. */
export function token(text: string): string {
  return digestLong(encode(text))
}

/** Whether a token is a digest, from which the text cannot be decoded. */
export function isDigest(given: string): boolean {
  return given.length > TOKEN_MAX
}

/**
 * The tokens of a word: the word itself, which Typesense also finds by its prefixes. A truncated
 * word also has a token for every prefix longer than the cut.
 */
export function wordTokens(word: string): string[] {
  const encoded = encode(word)
  if (encoded.length <= TOKEN_MAX) return [encoded]
  const tokens = [encoded.slice(0, TOKEN_MAX)]
  let beginning = ''
  for (const letter of word) {
    beginning += encode(letter)
    if (beginning.length > TOKEN_MAX) tokens.push(digestLong(beginning))
  }
  return tokens
}

/** A filter value that matches words with this prefix. */
export function prefixPattern(beginning: string): string {
  const encoded = encode(beginning)
  return encoded.length <= TOKEN_MAX ? `${encoded}*` : digestLong(encoded)
}

function digestLong(encoded: string): string {
  if (encoded.length <= TOKEN_MAX) return encoded
  const digest = createHash('sha1').update(encoded).digest('hex')
  return encoded.slice(0, HEAD) + DIGEST_MARK + digest
}
