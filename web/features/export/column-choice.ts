import {
  EXPORT_COLUMNS,
  type ExportColumn,
  type ExportColumnKey,
} from '#api/contract/export-columns.ts'
import { BRAND } from '#sync/contract/brand.ts'
import { readStoredJson, store } from '#web/lib/local-storage.ts'

/** One column of the dialog, in the order of the file. */
export interface ColumnChoice {
  key: ExportColumnKey
  header: string
  isIncluded: boolean
}

const STORAGE_KEY = `${BRAND.toLowerCase()}.export-columns`

/** Every column, the chosen ones first and in their order. */
export function choicesOf(keys: readonly string[] | undefined): ColumnChoice[] {
  const columns: readonly { key: ExportColumnKey; header: string }[] = EXPORT_COLUMNS
  const known = (keys ?? columns.map(({ key }) => key)).flatMap(
    (key) => columns.find((column) => column.key === key) ?? [],
  )
  const included = known.length > 0 ? known : columns
  const rest = columns.filter((column) => !included.includes(column))
  return [
    ...included.map(({ key, header }) => ({ key, header, isIncluded: true })),
    ...rest.map(({ key, header }) => ({ key, header, isIncluded: false })),
  ]
}

/** The keys of the file's columns, in order. */
export function includedKeys(choices: readonly ColumnChoice[]): ExportColumnKey[] {
  return choices.filter(({ isIncluded }) => isIncluded).map(({ key }) => key)
}

/** These columns without those that hold contacts. */
export function withoutContacts(keys: readonly ExportColumnKey[]): ExportColumnKey[] {
  const columns: readonly ExportColumn[] = EXPORT_COLUMNS
  return keys.filter((key) => !columns.find((column) => column.key === key)?.contact)
}

export function toggleColumn(choices: readonly ColumnChoice[], key: string): ColumnChoice[] {
  return choices.map((choice) =>
    choice.key === key ? { ...choice, isIncluded: !choice.isIncluded } : choice,
  )
}

/** Moves a column one place up or down; the first and the last stay. */
export function moveColumn(
  choices: readonly ColumnChoice[],
  key: string,
  step: -1 | 1,
): ColumnChoice[] {
  const from = choices.findIndex((choice) => choice.key === key)
  const moved = choices[from]
  const to = from + step
  if (!moved || to < 0 || to >= choices.length) return [...choices]
  return choices.toSpliced(from, 1).toSpliced(to, 0, moved)
}

/** The columns of the last export from this device. */
export function storedKeys(): string[] | undefined {
  const kept = readStoredJson(STORAGE_KEY)
  return Array.isArray(kept) ? kept.map(String) : undefined
}

export function storeKeys(keys: readonly string[]): void {
  store(STORAGE_KEY, JSON.stringify(keys))
}
