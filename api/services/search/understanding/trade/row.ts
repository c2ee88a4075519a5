/**
 * Where a word of the table comes from, and so why it is there. Facts of the trade are written in our
 * own words; no list was copied.
 */
export const SOURCES = {
  nucc: 'NUCC provider taxonomy: a classification or specialization under its own name',
  board: 'Name or abbreviation of a specialty as certifying boards use it (ABMS, AOA, CODA, ABPS)',
  license: 'Letters of a licence, certification or degree of the profession',
  soc: 'Occupational title as labor statistics list it (BLS SOC, its alternate titles)',
  clinical: 'Abbreviation of a specialty, unit or procedure as clinicians write it in charts',
  recruiting: 'As recruiters and job boards write it in titles of vacancies',
  lay: 'What patients call it',
  form: 'The same word in another form: adjective, short form or older name',
} as const
export type Source = keyof typeof SOURCES

/** A concept, where its words come from, and the words: phrases between commas. */
export type TradeRow = readonly [concept: string, source: Source, phrases: string]

/**
 * What a phrase stands for. A person matches by any of it: a specialty, a phrase in the title, a
 * credential, a phrase among the skills.
 */
export interface Meaning {
  specialties?: readonly string[]
  titles?: readonly string[]
  credentials?: readonly string[]
  skills?: readonly string[]
  /** Concepts whose meaning is part of this one: an umbrella holds its sub-specialties. */
  includes?: readonly string[]
  /** Shown for it where specialties would not say it: "ICU". */
  name?: string
}
