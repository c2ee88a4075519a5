/** The sources of rows' words. Facts of the trade are in our own words; no list was copied. */
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
type Source = keyof typeof SOURCES

/** A concept, the source of its words, and the words: phrases, separated by commas. */
export type TradeRow = readonly [concept: string, source: Source, phrases: string]

/**
 * The meaning of a phrase. A person matches by any of these: a specialty, a phrase in the title, a
 * credential, a phrase among the skills.
 */
export interface Meaning {
  specialties?: readonly string[]
  titles?: readonly string[]
  credentials?: readonly string[]
  skills?: readonly string[]
  /** The concepts that this one includes, such as its sub-specialties. */
  includes?: readonly string[]
  /** Its name, where the specialties do not give one: "ICU". */
  name?: string
}
