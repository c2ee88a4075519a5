import { useCallback, useEffect, useRef, useState } from 'react'
import type { ExportAllowance, ExportRefusal } from '#api/contract/export-allowance.ts'
import { contactKindsOf, exportColumns, peopleWithContacts } from '#api/contract/export-columns.ts'
import { fetchExportAllowance } from '#web/lib/account-client.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { useBackOnline } from '#web/lib/use-back-online.ts'

/** How much of the day's allowance a file with these columns takes; the server decides. */
export interface Taking extends ExportRefusal {
  isOver: boolean
}

/**
 * How much of the day's allowance an export of these people would take. Undefined until it is known, and
 * where it cannot be: the server decides in any case.
 */
export function useAllowance(ids: readonly string[]) {
  const [allowance, setAllowance] = useState<ExportAllowance>()

  const asked = useRef(0)

  const refresh = useCallback(async () => {
    asked.current += 1
    const turn = asked.current
    try {
      const answer = await fetchExportAllowance(ids)
      // One that was overtaken does not know of the export in between.
      if (turn === asked.current) setAllowance(answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }, [ids])

  useEffect(() => {
    void refresh()
  }, [refresh])

  // Without a network it could not be read.
  useBackOnline(refresh)

  return { takingOf: (keys: readonly string[]) => allowance && takingOf(allowance, keys), refresh }
}

/** How much of an allowance a file with these columns takes. */
export function takingOf(
  { left, resetsAt, holders }: ExportAllowance,
  keys: readonly string[],
): Taking {
  const people = peopleWithContacts(holders, contactKindsOf(exportColumns(keys)))
  return { people, left, resetsAt, isOver: people > left }
}
