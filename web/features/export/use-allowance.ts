import { useCallback } from 'react'
import type { ExportAllowance, ExportRefusal } from '#api/contract/export-allowance.ts'
import { contactKindsOf, exportColumns, peopleWithContacts } from '#api/contract/export-columns.ts'
import { fetchExportAllowance } from '#web/lib/account/account-client.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'

/** How much of the day's allowance a file with these columns takes; the server decides. */
export interface Taking extends ExportRefusal {
  isOver: boolean
}

/**
 * How much of the day's allowance an export of these people would take. Undefined until it is known, and
 * where it cannot be: the server decides in any case.
 */
export function useAllowance(ids: readonly string[]) {
  const read = useCallback(() => fetchExportAllowance(ids), [ids])
  const { value: allowance, reload } = useRemote(read)

  return { takingOf: (keys: readonly string[]) => allowance && takingOf(allowance, keys), reload }
}

/** How much of an allowance a file with these columns takes. */
export function takingOf(
  { left, resetsAt, holders }: ExportAllowance,
  keys: readonly string[],
): Taking {
  const people = peopleWithContacts(holders, contactKindsOf(exportColumns(keys)))
  return { people, left, resetsAt, isOver: people > left }
}
