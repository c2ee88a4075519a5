import { useCallback, useEffect, useState } from 'react'
import { contactKindsOf, exportColumns, peopleWithContacts } from '#api/contract/export-columns.ts'
import type { ExportAllowance, ExportRefusal } from '#db/schema/exported-contacts.ts'
import { fetchExportAllowance } from '#web/lib/account-client.ts'
import { ApiError } from '#web/lib/api-client.ts'

/** What a file with these columns takes of the day's contacts; the rest is the server's to say. */
export interface Taking extends ExportRefusal {
  isOver: boolean
}

/**
 * What exporting these people would take of the day's contacts. Undefined until it is known, and
 * where it cannot be: the server decides in any case.
 */
export function useAllowance(ids: readonly string[]) {
  const [allowance, setAllowance] = useState<ExportAllowance>()

  const refresh = useCallback(async () => {
    try {
      setAllowance(await fetchExportAllowance(ids))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }, [ids])

  useEffect(() => {
    void refresh()
  }, [refresh])

  return { takingOf: (keys: readonly string[]) => allowance && takingOf(allowance, keys), refresh }
}

/** What a file with these columns takes of an allowance. */
export function takingOf(
  { left, resetsAt, holders }: ExportAllowance,
  keys: readonly string[],
): Taking {
  const people = peopleWithContacts(holders, contactKindsOf(exportColumns(keys)))
  return { people, left, resetsAt, isOver: people > left }
}
