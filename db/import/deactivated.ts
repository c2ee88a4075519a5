import { findColumns } from './columns.ts'
import type { ImportFormat, RowReader } from './format.ts'

/**
 * The registry's monthly report of deactivated NPIs: who has died, retired or given the number up.
 * They leave the directory, whoever brought them in. The report is a workbook with a title above
 * its header; it comes in a ZIP archive.
 */
export const deactivated: ImportFormat = {
  source: 'nppes',
  effect: 'remove',
  hasSourceKeys: false,
  columns: {},
  contacts: {},
  open(header): RowReader | undefined {
    const isTitle = header.filter((name) => name !== '').length <= 1 && header[0] !== 'NPI'
    if (isTitle) return undefined
    const { npi } = findColumns(
      header,
      { npi: ['NPI'] },
      { kind: 'a report of deactivated NPIs', required: ['npi'] },
    )
    return {
      positions: [npi],
      read: ([value = '']) =>
        /^\d{10}$/.test(value.trim())
          ? { kind: 'record', record: { npi: value.trim(), fields: {}, contacts: {} } }
          : { kind: 'rejected', reason: 'the NPI is not ten digits' },
      remarks: () => ({}),
    }
  },
}
