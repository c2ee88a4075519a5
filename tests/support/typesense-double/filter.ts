import { ApiError } from './api-error.ts'
import { type Collection, type Field, type Held, splitWords } from './collection.ts'

export type Predicate = (held: Held) => boolean

/** Most operations of a filter before the server refuses it (`--filter-by-max-ops`). */
const OPERATIONS_MAX = 100

/** Words considered for a prefix unless `max_filter_by_candidates` says otherwise. */
export const PREFIX_WORDS_DEFAULT = 4

/**
 * Reads a `filter_by`.
 *
 *   filter     = operand { ("&&" | "||") operand }      both of the same precedence, left to right
 *   operand    = "(" filter ")" | field ":" comparison
 *   comparison = ["=" | "!=" | "!"] value | [">" | ">=" | "<" | "<=" | "=" | "!="] number | range
 *   value      = text | "[" text { "," text } "]"       text may stand in backticks, or end in "*"
 *   range      = number ".." number, in a list
 *
 * @throws ApiError 400 for what cannot be read, and for a field that is not filtered by
 */
export function parseFilter(
  filter: string,
  collection: Collection,
  prefixWordsMax = PREFIX_WORDS_DEFAULT,
): Predicate {
  const tokens = tokenize(filter)
  const operations = tokens.filter((token) => token !== '(' && token !== ')').length
  if (operations > OPERATIONS_MAX) {
    throw new ApiError(
      400,
      `\`filter_by\` has too many operations. Maximum allowed: ${OPERATIONS_MAX}.`,
    )
  }
  let next = 0
  const operand = (): Predicate => {
    const token = tokens[next++]
    if (token === '(') {
      const inner = expression()
      if (tokens[next++] !== ')') throw unreadable('unbalanced parentheses.')
      return inner
    }
    if (token === undefined || token === ')' || isOperator(token)) throw unreadable('operand.')
    return comparison(token, collection, prefixWordsMax)
  }
  const expression = (): Predicate => {
    let left = operand()
    for (let operator = tokens[next]; isOperator(operator); operator = tokens[next]) {
      next += 1
      const [first, second] = [left, operand()]
      left =
        operator === '&&'
          ? (held) => first(held) && second(held)
          : (held) => first(held) || second(held)
    }
    return left
  }
  const predicate = expression()
  if (next < tokens.length) throw unreadable('unbalanced parentheses.')
  return predicate
}

const isOperator = (token: string | undefined) => token === '&&' || token === '||'

const unreadable = (why: string) => new ApiError(400, `Could not parse the filter query: ${why}`)

function tokenize(filter: string): string[] {
  const tokens: string[] = []
  let text = ''
  let isQuoted = false
  const end = () => {
    if (text.trim() !== '') tokens.push(text.trim())
    text = ''
  }
  for (let i = 0; i < filter.length; i++) {
    const character = filter.charAt(i)
    const pair = filter.slice(i, i + 2)
    if (character === '`') isQuoted = !isQuoted
    if (!isQuoted && (character === '(' || character === ')')) {
      end()
      tokens.push(character)
    } else if (!isQuoted && isOperator(pair)) {
      end()
      tokens.push(pair)
      i += 1
    } else text += character
  }
  if (isQuoted) throw unreadable('unbalanced backticks.')
  end()
  return tokens
}

function comparison(text: string, collection: Collection, prefixWordsMax: number): Predicate {
  const colon = text.indexOf(':')
  if (colon < 0) throw new ApiError(400, 'Could not parse the filter query.')
  const name = text.slice(0, colon).trim()
  const value = text.slice(colon + 1).trim()
  if (name === 'id') return idComparison(value)
  const field = collection.field(name)
  if (!field) {
    throw new ApiError(400, `Could not find a filter field named \`${name}\` in the schema.`)
  }
  if (field.index === false) {
    throw new ApiError(400, `Cannot filter on non-indexed field \`${name}\`.`)
  }
  if (field.type.startsWith('string'))
    return textComparison(field, value, collection.wordsOf(name), prefixWordsMax)
  if (field.type === 'bool') {
    throw new ApiError(400, 'This double does not filter by bool.')
  }
  return numberComparison(field, value)
}

function idComparison(value: string): Predicate {
  const [, operator = '', rest = ''] = /^(!=|=)?\s*(.*)$/s.exec(value) ?? []
  const ids = new Set(listOf(rest, 'id'))
  return ({ document }) => ids.has(document.id) !== (operator === '!=')
}

function textComparison(
  { name }: Field,
  value: string,
  vocabulary: ReadonlySet<string>,
  prefixWordsMax: number,
): Predicate {
  const [, operator = '', rest = ''] = /^(!=|=|!)?\s*(.*)$/s.exec(value) ?? []
  const isWhole = operator.includes('=')
  const isNegated = operator.startsWith('!')
  const matchers = listOf(rest, name).map((text) => {
    const beginning = text.endsWith('*') ? splitWords(text).at(-1) : undefined
    const isMeant = wordsBeginning(vocabulary, beginning, prefixWordsMax)
    return textMatcher(name, text, isWhole, isMeant)
  })
  return (held) => matchers.some((matches) => matches(held)) !== isNegated
}

/** The words with this prefix, as many as Typesense considers. */
function wordsBeginning(
  vocabulary: ReadonlySet<string>,
  beginning: string | undefined,
  most: number,
): ReadonlySet<string> {
  if (beginning === undefined) return new Set()
  const words = [...vocabulary].filter((word) => word.startsWith(beginning))
  return new Set(words.slice(0, most))
}

function textMatcher(
  name: string,
  text: string,
  isWhole: boolean,
  beginningSo: ReadonlySet<string>,
): Predicate {
  const isPrefix = text.endsWith('*')
  const wanted = splitWords(text)
  if (wanted.length === 0) return () => false
  const whole = isPrefix ? wanted.slice(0, -1) : wanted
  if (!isWhole) {
    return ({ wordSet }) => {
      const words = wordSet.get(name)
      if (!words || !whole.every((word) => words.has(word))) return false
      return !isPrefix || [...words].some((word) => beginningSo.has(word))
    }
  }
  const startsRight = (words: string[]) =>
    whole.every((word, i) => words[i] === word) &&
    (isPrefix ? beginningSo.has(words[whole.length] ?? '') : words.length === whole.length)
  return ({ words }) => (words.get(name) ?? []).some(startsRight)
}

function numberComparison(field: Field, value: string): Predicate {
  const [, negation, rest = ''] = /^(!=?)?\s*(.*)$/s.exec(value) ?? []
  const tests = listOf(rest, field.name).map((text) => numberTest(field, text))
  return ({ document }) => {
    const number = document[field.name]
    if (typeof number !== 'number') return negation !== undefined
    return tests.some((test) => test(number)) !== (negation !== undefined)
  }
}

function numberTest(field: Field, text: string): (value: number) => boolean {
  const [low, high] = text.split('..')
  if (low !== undefined && high !== undefined) {
    const [from, to] = [numberOf(field, low), numberOf(field, high)]
    return (value) => value >= from && value <= to
  }
  const [, operator = '=', rest = ''] = /^(<=|>=|<|>|=)?\s*(.*)$/s.exec(text) ?? []
  const bound = numberOf(field, rest)
  switch (operator) {
    case '<':
      return (value) => value < bound
    case '<=':
      return (value) => value <= bound
    case '>':
      return (value) => value > bound
    case '>=':
      return (value) => value >= bound
    default:
      return (value) => value === bound
  }
}

function numberOf({ name, type }: Field, text: string): number {
  const pattern = type === 'float' ? /^-?\d+(\.\d+)?$/ : /^-?\d+$/
  if (!pattern.test(text.trim())) {
    throw new ApiError(400, `Error with filter field \`${name}\`: Not an ${type}.`)
  }
  return Number(text)
}

/** A comparison's value, or the values of a list. */
function listOf(text: string, name: string): string[] {
  if (text === '') {
    throw new ApiError(400, `Error with filter field \`${name}\`: Filter value cannot be empty.`)
  }
  if (!text.startsWith('[')) return [text.replaceAll('`', '')]
  if (!text.endsWith(']')) throw unreadable('unbalanced brackets.')
  const values: string[] = []
  let value = ''
  let isQuoted = false
  for (const character of text.slice(1, -1)) {
    if (character === '`') isQuoted = !isQuoted
    else if (character === ',' && !isQuoted) {
      values.push(value.trim())
      value = ''
    } else value += character
  }
  return [...values, value.trim()].filter((item) => item !== '')
}
