import type { ContactKind } from '#db/schema/vocabulary.ts'
import type { CandidateFields } from './clean-candidate.ts'
import type { CopyValue } from './copy.ts'

export type Column = Exclude<keyof CandidateFields, 'npi'> | 'source_updated_at' | 'reactivated_on'

/**
 * What a source's value does to a person who is there already:
 *
 * - `own`: the source's to say. Of the people it brought a gap counts too; of others it erases nothing.
 * - `known`: holds where the source has one; a gap says nothing.
 * - `fill`: the same of the people it brought; of others it only fills what is empty.
 * - `brought`: the same of the people it brought; of others it says nothing.
 * - `derived`: follows from the specialty (a title). Written with a new specialty to people the
 *   source brought, else only where there is nothing: what another source says is more exact.
 */
export type WriteRule = 'own' | 'known' | 'fill' | 'brought' | 'derived'

/** A cleaned record. It has one of the two keys. */
export interface ImportRecord {
  npi: string | null
  /** Where there is no NPI: what the source knows the person by. */
  sourceKey?: string
  fields: Partial<Record<Column, CopyValue>>
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
  /**
   * `merge` brings new people and updates those it knows; of rows about one person the last counts.
   * `enrich` adds to people who are there; rows about one person are combined. `remove` takes out.
   */
  effect: 'merge' | 'enrich' | 'remove'
  /** Whether its people may be without an NPI, and known by `sourceKey` then. */
  hasSourceKeys: boolean
  columns: Partial<Record<Column, WriteRule>>
  /** Of contacts that another source gave none is touched. */
  contacts: Partial<Record<ContactKind, 'own' | 'known'>>
  /**
   * Finds the columns by the names in the header, never by position. Undefined when it was given a
   * title that stands above the header.
   * @throws UnreadableFileError when the file is of another kind
   */
  open(header: readonly string[]): RowReader | undefined
}

export interface RowReader {
  /** Positions of the columns that `read` is given values of, in this order. */
  positions: readonly number[]
  read(values: readonly string[]): RowOutcome
  /** Notable counts for the summary, by what they count. */
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
