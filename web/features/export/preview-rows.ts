import type { Candidate } from '#api/contract/candidates.ts'
import { exportColumns } from '#api/contract/export-columns.ts'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'

/** Stands for a contact that is not revealed here: the file has it. */
export const IN_THE_FILE = 'in the file'

export interface PreviewTable {
  headers: string[]
  /** As text, in the order of the file. */
  rows: { id: string; cells: string[] }[]
}

/**
 * The first rows as the file will have them, by the file's own table of columns. Only contacts revealed
 * on this device are shown: a preview must not bypass the reveal.
 */
export function previewTable(
  people: readonly Candidate[],
  keys: readonly string[],
  revealed: Readonly<Record<string, readonly RevealedContact[]>>,
): PreviewTable {
  const columns = exportColumns(keys)
  return {
    headers: columns.map(({ header }) => header),
    rows: people.map((person) => {
      const exported = { ...person, contacts: revealed[person.id] ?? hidden(person) }
      return {
        id: person.id,
        cells: columns.map((column) => String(column.value(exported) ?? '')),
      }
    }),
  }
}

function hidden({ contacts }: Candidate): RevealedContact[] {
  return contacts.map((known) => ({ ...known, value: IN_THE_FILE, source: '' }))
}
