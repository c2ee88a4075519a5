import { createHash } from 'node:crypto'

/**
 * Typesense splits texts into words its own way: it drops punctuation, folds letters, cuts what is
 * long. What is given to it here is letters a-z and digits only, which leaves it nothing to change;
 * and since filter values are made of the same, nothing a person types can reach its filter grammar.
 *
 *   a..y         themselves
 *   z            za
 *   below a      0 and two hexadecimal digits: space is 020, A is 041
 *   above z      zb and six hexadecimal digits
 *
 * Encoded texts compare by code point as the texts themselves do, and no two texts share one.
 */
export function encode(text: string): string {
  return text.replace(NOT_PLAIN, (character) => {
    const point = character.codePointAt(0) ?? 0
    if (character === 'z') return 'za'
    return point < A ? `0${hex(point, 2)}` : `zb${hex(point, 6)}`
  })
}

/** The text that was encoded. */
export function decode(encoded: string): string {
  return encoded.replace(ESCAPE, (code) => {
    if (code === 'za') return 'z'
    return String.fromCodePoint(Number.parseInt(code.replace(/^(0|zb)/, ''), 16))
  })
}

const NOT_PLAIN = /[^a-y]/gu
const ESCAPE = /0[0-9a-f]{2}|za|zb[0-9a-f]{6}/g
const A = 'a'.charCodeAt(0)
const hex = (point: number, digits: number) => point.toString(16).padStart(digits, '0')

/** Typesense cuts words at 100 characters. */
const TOKEN_MAX = 90
const HEAD = 40

/** A text as one word for Typesense. Of long ones a digest stands for the end. */
export function token(text: string): string {
  const encoded = encode(text)
  if (encoded.length <= TOKEN_MAX) return encoded
  // "zz" comes out of no text, so that a digest is never taken for one.
  return `${encoded.slice(0, HEAD)}zz${createHash('sha1').update(encoded).digest('hex')}`
}
