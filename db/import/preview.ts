import type { ReservedSql } from 'postgres'
import type { Sql } from '#db/client.ts'
import { EXAMPLES_MAX, type ImportCheck, type ImportExample } from '#db/schema/directory-imports.ts'
import { type ImportFormat, layoutOf } from './format.ts'
import {
  exceedsRemovalLimit,
  type ImportOptions,
  withImportLock,
  withStaged,
} from './import-file.ts'
import { countRemovals, dropNoEffectRows, stagedRows } from './merge.ts'
import { previewStatements, REDACTED_COLUMNS } from './preview-statements.ts'

/** The most characters shown, enough to distinguish values. */
const VALUE_CHARACTERS_MAX = 120

/** Columns that a new person's name already shows. */
const IN_THE_NAME: readonly string[] = ['first_name', 'last_name']

type Effect = ImportExample['effect']

interface ExampleRow {
  line: number
  name: string
  npi: string | null
  fields: Record<string, [from: unknown, to: unknown]>
  contacts: string[]
}

/**
 * Reports what `importFile` would do with a file, without changing anything: the file is read into
 * the staging table and compared with the directory.
 * @throws UnreadableFileError as `importFile` does
 */
export function previewImport(sql: Sql, options: ImportOptions): Promise<ImportCheck> {
  const { format } = options
  return withImportLock(sql, (connection) =>
    withStaged(connection, options, async (reader, rejects) => {
      const total = await stagedRows(connection)
      const { leaving, people } = await leavingOf(connection, format)
      const { unchanged, absent } = await dropNoEffectRows(connection, format)
      const statements = previewStatements(format)
      const [{ known, unknown } = { known: 0, unknown: 0 }] = await connection.unsafe<
        { known: number; unknown: number }[]
      >(statements.count)
      const isRemoving = format.effect === 'remove'
      const counts = isRemoving
        ? { new: 0, changed: 0, unchanged: total - absent - leaving, removed: leaving, absent }
        : { new: unknown, changed: known, unchanged, removed: 0, absent }
      return {
        ...counts,
        ...withoutRemarks(reader.counts()),
        rejected: rejects.count,
        checked_at: new Date().toISOString(),
        isManyToLeave: exceedsRemovalLimit(leaving, people),
        examples: await examplesOf(connection, format),
      }
    }),
  )
}

function withoutRemarks<Counts extends { remarks: unknown }>(
  counts: Counts,
): Omit<Counts, 'remarks'> {
  const { remarks: _, ...others } = counts
  return others
}

async function leavingOf(connection: ReservedSql, format: ImportFormat) {
  return format.effect === 'remove' ? countRemovals(connection, format) : { leaving: 0, people: 0 }
}

/** The first rows of each effect, in equal numbers if there are enough. */
async function examplesOf(connection: ReservedSql, format: ImportFormat): Promise<ImportExample[]> {
  const statements = previewStatements(format)
  const { columns } = layoutOf(format)
  const read = async (effect: Effect, statement: string) => {
    const rows = await connection.unsafe<ExampleRow[]>(statement, [EXAMPLES_MAX])
    return rows.map((row) => exampleOf(effect, row, columns))
  }
  if (format.effect === 'remove') return read('removed', statements.removed)
  const changed = await read('changed', statements.changed)
  const created = format.effect === 'merge' ? await read('new', statements.created) : []
  const half = EXAMPLES_MAX / 2
  const someChanged = changed.slice(0, Math.max(half, EXAMPLES_MAX - created.length))
  return [...someChanged, ...created.slice(0, EXAMPLES_MAX - someChanged.length)]
}

function exampleOf(
  effect: Effect,
  { line, name, npi, fields, contacts }: ExampleRow,
  columns: readonly string[],
): ImportExample {
  const isShown = (column: string) => effect === 'changed' || !IN_THE_NAME.includes(column)
  const differing = columns.filter(isShown).flatMap((field) => {
    const [before, after] = fields[field] ?? [null, null]
    const [from, to] = [shownText(before), shownText(after)]
    const isSame =
      JSON.stringify(before) === JSON.stringify(after) || (from === null && to === null)
    return isSame ? [] : [{ field, from, to }]
  })
  const isRedacted = ({ field }: { field: string }) => REDACTED_COLUMNS.includes(field)
  return {
    ...{ effect, line, name, npi },
    fields: differing.filter((difference) => !isRedacted(difference)),
    contacts: [...contacts, ...differing.filter(isRedacted).map(({ field }) => field)],
  }
}

/** A column's value as one line; null for a missing value. */
function shownText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text = Array.isArray(value) ? value.map(partText).join('; ') : String(value)
  if (text === '') return null
  return text.length > VALUE_CHARACTERS_MAX ? `${text.slice(0, VALUE_CHARACTERS_MAX)}…` : text
}

/** The text of a skill, or of the values of a school. */
function partText(part: unknown): string {
  return typeof part === 'object' && part !== null
    ? Object.values(part).filter(Boolean).join(', ')
    : String(part)
}
