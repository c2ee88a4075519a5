import { ApiError } from './api-error.ts'

export interface Field {
  name: string
  type: 'string' | 'string[]' | 'int32' | 'int64' | 'float' | 'bool'
  facet?: boolean
  optional?: boolean
  sort?: boolean
  index?: boolean
}

export interface CollectionSchema {
  name: string
  fields: Field[]
  default_sorting_field?: string
}

export type Document = Record<string, unknown> & { id: string }

/** A stored document, with its words by field. */
export interface Held {
  document: Document
  /** Increases with every write; the last tie-break. */
  sequence: number
  /** Words of each value of each string field. */
  words: Map<string, string[][]>
  /** All words of each string field. */
  wordSet: Map<string, Set<string>>
  /** The sort key of each sortable string field: its bytes, case ignored. */
  sortKeys: Map<string, string>
}

const FIELD_TYPES = ['string', 'string[]', 'int32', 'int64', 'float', 'bool']
const FIELD_KEYS = ['name', 'type', 'facet', 'optional', 'sort', 'index']
const SCHEMA_KEYS = ['name', 'fields', 'default_sorting_field']

/** Letters of a word that count. */
const WORD_MAX = 100

/** The words of a text as Typesense splits it by default: at spaces, punctuation dropped, folded. */
export function splitWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '').slice(0, WORD_MAX))
    .filter((word) => word !== '')
}

/** Parses a schema as Typesense would; refuses an invalid one with 400. */
export function readSchema(body: unknown): CollectionSchema {
  const schema = body as CollectionSchema
  refuseUnknown(schema, SCHEMA_KEYS, 'collection parameter')
  if (typeof schema.name !== 'string' || schema.name === '') {
    throw new ApiError(400, 'Parameter `name` is required.')
  }
  if (!Array.isArray(schema.fields)) throw new ApiError(400, 'Parameter `fields` is required.')
  for (const field of schema.fields) {
    refuseUnknown(field, FIELD_KEYS, 'field parameter')
    if (!FIELD_TYPES.includes(field.type)) {
      throw new ApiError(400, `Field \`${field.name}\` has an invalid data type.`)
    }
  }
  return schema
}

/** Refuses unknown parameters, so that no test passes because one was ignored. */
export function refuseUnknown(given: object, known: readonly string[], what: string): void {
  const unknown = Object.keys(given).find((key) => !known.includes(key))
  if (unknown !== undefined) throw new ApiError(400, `Unknown ${what} \`${unknown}\`.`)
}

/** The documents of one collection. */
export class Collection {
  readonly held = new Map<string, Held>()
  private sequence = 0
  /** Every word that a string field ever contained. */
  private readonly vocabulary = new Map<string, Set<string>>()

  constructor(readonly schema: CollectionSchema) {}

  field(name: string): Field | undefined {
    return this.schema.fields.find((field) => field.name === name)
  }

  wordsOf(field: string): ReadonlySet<string> {
    return this.vocabulary.get(field) ?? new Set()
  }

  /** Adds a document, or with `upsert` replaces the one with its id. */
  write(body: unknown, action: 'create' | 'upsert'): Document {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new ApiError(400, 'Bad JSON.')
    }
    const given = body as Record<string, unknown>
    if (given.id !== undefined && typeof given.id !== 'string') {
      throw new ApiError(400, "Document's `id` field should be a string.")
    }
    const document: Document = { ...given, id: given.id ?? String(this.sequence) }
    if (action === 'create' && this.held.has(document.id)) {
      throw new ApiError(409, `A document with id ${document.id} already exists.`)
    }
    for (const field of this.schema.fields) check(field, document[field.name])
    const sequence = this.held.get(document.id)?.sequence ?? this.sequence++
    const held = hold(document, sequence, this.schema.fields)
    this.held.set(document.id, held)
    for (const [field, words] of held.wordSet) {
      const known = this.vocabulary.get(field) ?? new Set()
      this.vocabulary.set(field, known)
      for (const word of words) known.add(word)
    }
    return document
  }
}

function hold(document: Document, sequence: number, fields: Field[]): Held {
  const held: Held = {
    document,
    sequence,
    words: new Map(),
    wordSet: new Map(),
    sortKeys: new Map(),
  }
  for (const { name, type, sort } of fields) {
    const value = document[name]
    if (!type.startsWith('string') || value === undefined || value === null) continue
    const words = (Array.isArray(value) ? value : [value]).map((text) => splitWords(String(text)))
    held.words.set(name, words)
    held.wordSet.set(name, new Set(words.flat()))
    const bytes = Buffer.from(String(value).toLowerCase())
    if (sort && bytes.length > 0) held.sortKeys.set(name, bytes.toString('latin1'))
  }
  return held
}

const IS_VALID: Record<Field['type'], [(value: unknown) => boolean, string]> = {
  string: [(value) => typeof value === 'string', 'a string'],
  'string[]': [
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
    'an array of string',
  ],
  int32: [(value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31, 'an int32'],
  int64: [(value) => Number.isInteger(value), 'an int64'],
  float: [(value) => typeof value === 'number', 'a float'],
  bool: [(value) => typeof value === 'boolean', 'a bool'],
}

function check({ name, type, optional }: Field, value: unknown): void {
  if (value === undefined || value === null) {
    if (optional) return
    throw new ApiError(
      400,
      `Field \`${name}\` has been declared in the schema, but is not found in the document.`,
    )
  }
  const [isValid, kind] = IS_VALID[type]
  if (!isValid(value)) throw new ApiError(400, `Field \`${name}\` must be ${kind}.`)
}
