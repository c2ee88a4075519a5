import type { ContactKind } from '../schema/vocabulary.ts'
import type { CandidateFields } from './clean-candidate.ts'

type Column = keyof CandidateFields | 'source_updated_at'

/** A cleaned record, ready for the staging table. */
export interface ImportRecord {
  /** The natural key. */
  npi: string
  fields: Partial<Record<Column, string | Date | null>>
  contacts: Partial<Record<ContactKind, string | null>>
}

/** What a reader makes of one row of the file. */
export type RowOutcome =
  | { kind: 'record'; record: ImportRecord }
  /** Well-formed, but nobody to import; counted by reason. */
  | { kind: 'skipped'; reason: string }
  /** Wrong; written to the reject file with its line. */
  | { kind: 'rejected'; reason: string }

/** A kind of file that can be imported. */
export interface ImportFormat {
  /** Goes into `candidates.source` of the people it brings. */
  source: string
  /** Columns whose values are the source's own. */
  columns: readonly Column[]
  /**
   * Columns that follow from others (a title from a specialty): written to people this source
   * brought, never to people known from elsewhere.
   */
  derivedColumns: readonly Column[]
  contactKinds: readonly ContactKind[]
  /**
   * Finds the columns by the names in the header, never by position.
   * @throws UnreadableFileError when the file is of another kind
   */
  open(header: readonly string[]): RowReader
}

export interface RowReader {
  /** Positions of the columns that `read` is given values of, in this order. */
  positions: readonly number[]
  read(values: readonly string[]): RowOutcome
  /** Notable counts for the summary, by what they count. */
  remarks(): Record<string, number>
}
