import { rowsOfWorkbook } from '#db/schema/workbook.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/**
 * The largest workbook, as it is held in memory: the largest known, the registry's report, unpacks
 * to 35 MB.
 */
const UNPACKED_BYTES_MAX = 200 * 1024 * 1024

/**
 * The first sheet of an Excel workbook as CSV, as `rowsOfWorkbook` reads it.
 * @throws UnreadableFileError when it is not a workbook
 */
export function* xlsxToCsv(workbook: Uint8Array): Generator<string> {
  try {
    for (const rows of rowsOfWorkbook(workbook, UNPACKED_BYTES_MAX)) {
      yield rows.map((row) => `${row.map(quoted).join(',')}\n`).join('')
    }
  } catch {
    throw new UnreadableFileError('The Excel file is damaged, cut off or too large.')
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
