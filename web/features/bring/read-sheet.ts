import { parse } from 'csv-parse/browser/esm/sync'
import { rowsOfWorkbook } from '#db/schema/workbook.ts'

/** Beyond it a file is no list of people but an export of a database. */
export const SHEET_BYTES_MAX = 10 * 1024 * 1024

/** What the sheets of a workbook may unpack to: they are held in the tab's memory. */
const UNPACKED_BYTES_MAX = 60 * 1024 * 1024

/** A file that cannot be read; the message says why, for its owner. */
export class UnreadableSheetError extends Error {
  override readonly name = 'UnreadableSheetError'
}

/** How an Excel workbook begins, as every zip archive does. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** How an Excel file of before 2007 begins. */
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0]

/** A row of a file. */
export interface SheetRow {
  /** Its number as a spreadsheet program shows it: counted from 1, empty rows included. */
  row: number
  cells: string[]
}

/**
 * The rows of a CSV file or of the first sheet of an Excel workbook, by what the file holds and not by
 * its name. Cells are trimmed; empty rows are left out.
 * @throws UnreadableSheetError
 */
export async function readSheet(file: Blob): Promise<SheetRow[]> {
  if (file.size > SHEET_BYTES_MAX) throw new UnreadableSheetError('It is larger than 10 MB.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const begins = (signature: readonly number[]) => signature.every((byte, at) => bytes[at] === byte)
  if (begins(OLD_EXCEL)) {
    throw new UnreadableSheetError('It is of an old Excel. Save it as .xlsx or .csv first.')
  }
  const rows = begins(ZIP) ? workbookRows(bytes) : csvRows(textOf(bytes))
  const numbered = rows.map((cells, index) => ({
    row: index + 1,
    cells: cells.map((cell) => cell.trim()),
  }))
  const filled = numbered.filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (filled.length === 0) throw new UnreadableSheetError('There is nothing in it.')
  return filled
}

function workbookRows(bytes: Uint8Array): string[][] {
  try {
    return [...rowsOfWorkbook(bytes, UNPACKED_BYTES_MAX)].flat()
  } catch {
    throw new UnreadableSheetError('The Excel file is damaged, cut off or protected.')
  }
}

/** By its byte order mark; else UTF-8, or what Windows wrote where it is none. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.subarray(0, 1024).includes(0)) {
    throw new UnreadableSheetError('It is neither a CSV file nor an Excel workbook.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function csvRows(text: string): string[][] {
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  const countOf = (mark: string) => firstLine.split(mark).length
  const delimiter = [',', ';', '\t'].reduce((best, mark) =>
    countOf(mark) > countOf(best) ? mark : best,
  )
  try {
    return parse(text, { bom: true, delimiter, relax_column_count: true })
  } catch {
    throw new UnreadableSheetError('It ends within a quoted value, or is no table.')
  }
}
