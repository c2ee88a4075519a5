import type { ContactKind } from '#db/schema/vocabulary.ts'
import type { CandidateFields } from './clean-candidate.ts'
import type { CopyValue } from './copy.ts'

export type Column = Exclude<keyof CandidateFields, 'npi'> | 'source_updated_at' | 'reactivated_on'

/**
 * How a source's value updates an existing person:
 *
 * - `own`: always. For people of this source a gap erases the value; for others it does not.
 * - `known`: when there is a value; a gap changes nothing.
 * - `fill`: the same for people of this source; for others it only fills an empty field.
 * - `brought`: the same for people of this source; for others it changes nothing.
 * - `derived`: follows from the specialty (a title). It is written with a new specialty to people
 *   of this
 *   source, else only into an empty field: another source's value is more exact.
 */
export type WriteRule = 'own' | 'known' | 'fill' | 'brought' | 'derived'

/** A cleaned record. It has one of the two keys. */
export interface ImportRecord {
  npi: string | null
  /** The source's own key of a person without an NPI. */
  sourceKey?: string
  fields: Partial<Record<Column, CopyValue>>
  contacts: Partial<Record<ContactKind, string | null>>
}

/** The result of reading one row. */
export type RowOutcome =
  | { kind: 'record'; record: ImportRecord }
  /** The row is well-formed but not a person to import; it is counted by reason. */
  | { kind: 'skipped'; reason: string }
  /** The row is malformed; it is written to the reject file with its line. */
  | { kind: 'rejected'; reason: string }

/** A kind of file that can be imported. */
export interface ImportFormat {
  /** The `candidates.source` of the people it adds. */
  source: string
  /**
   * `merge` adds new people and updates known ones; the last row about a person counts. `enrich`
   * updates known people only; rows about one person are combined. `remove` deletes people.
   */
  effect: 'merge' | 'enrich' | 'remove'
  /** Whether its people may lack an NPI and have a `sourceKey` instead. */
  hasSourceKeys: boolean
  columns: Partial<Record<Column, WriteRule>>
  /** How contacts of each kind are updated; contacts from another source are never changed. */
  contacts: Partial<Record<ContactKind, 'own' | 'known'>>
  /**
   * Finds the columns by the names in the header, never by position. Undefined for a title above
   * the header.
   * @throws UnreadableFileError when the file is of another kind
   */
  open(header: readonly string[]): RowReader | undefined
}

export interface RowReader {
  /** The positions of the columns whose values `read` receives, in this order. */
  positions: readonly number[]
  read(values: readonly string[]): RowOutcome
  /** Additional counts for the summary, by name. */
  remarks(): Record<string, number>
}

/** The format's columns and contact kinds, in the order of a record's values. */
export function layoutOf({ columns, contacts }: ImportFormat): {
  columns: Column[]
  contactKinds: ContactKind[]
} {
  return {
    columns: Object.keys(columns) as Column[],
    contactKinds: Object.keys(contacts) as ContactKind[],
  }
}
