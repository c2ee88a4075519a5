import { findColumns } from './find-columns.ts'
import type { ImportFormat, RowOutcome, RowReader } from './format.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'
import { dateOf } from './us-fields.ts'

const KIND = 'a report of deactivated NPIs'

/** The report has two columns. The registry's own files have them too, beside hundreds of others. */
const COLUMNS_MAX = 5

/**
 * The registry's monthly report of deactivated NPIs: of people who died, retired or gave the number
 * up. They are removed from the directory, whatever their source, and excluded from then on. The
 * report is a workbook with a title above its header, in a ZIP archive.
 */
export const deactivated: ImportFormat = {
  source: 'nppes',
  effect: 'remove',
  hasSourceKeys: false,
  // The day of the deactivation.
  columns: { source_updated_at: 'own' },
  contacts: {},
  open(header): RowReader | undefined {
    const isTitle = header.filter((name) => name !== '').length <= 1 && header[0] !== 'NPI'
    if (isTitle) return undefined
    // The columns are required, because a file that merely lists people would remove them all.
    const { npi, date } = findColumns(
      header,
      { npi: ['NPI'], date: ['NPPES Deactivation Date', 'NPI Deactivation Date'] },
      { kind: KIND, required: ['npi', 'date'] },
    )
    if (header.length > COLUMNS_MAX) {
      throw new UnreadableFileError(`It is not ${KIND}: it has ${header.length} columns.`)
    }
    return { positions: [npi, date], read: readRow, remarks: () => ({}) }
  },
}

function readRow(values: readonly string[]): RowOutcome {
  const [npi = '', date = ''] = values.map((value) => value.trim())
  if (!/^\d{10}$/.test(npi)) return { kind: 'rejected', reason: 'the NPI is not ten digits' }
  const day = dateOf(date)
  if (day === null) return { kind: 'rejected', reason: 'the date cannot be read' }
  return { kind: 'record', record: { npi, fields: { source_updated_at: day }, contacts: {} } }
}
