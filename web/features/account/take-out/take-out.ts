import type { TakenRows, TakenTable } from '#db/schema/taken-rows.ts'
import { BRING_IN_ACTIONS } from '#sync/contract/bring-in.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { TakenRow } from '#sync/contract/queries.ts'
import { fetchAccountData } from '#web/lib/account/account-client.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { mutate, openedReplica, replicaStore } from '#web/replica/replica.ts'
import { canNow } from '#web/session/session.ts'
import { type TakenFrom, takenFile } from './taken-file.ts'

/** How long rows that were never here may take to arrive. */
const ARRIVAL_MS = 20_000

/** Some rows of the account have never been on this device. */
export class RowsMissingError extends Error {}

/**
 * Makes the file from the device's rows; with what the server holds of the account where it answers.
 * @returns the file, and why what the server holds is not in it; null where it is.
 * @throws RowsMissingError
 */
export async function makeTakenFile(
  account: TakenFrom,
): Promise<{ content: Blob; fault: ApiError | null }> {
  const [rows, held] = await Promise.all([
    readOwnRows(account.id),
    fetchAccountData().catch((error: unknown) => {
      if (error instanceof ApiError) return error
      throw error
    }),
  ])
  const fault = held instanceof ApiError ? held : null
  const file = await takenFile(rows, account, { held: held instanceof ApiError ? null : held })
  return { content: new Blob([file], { type: 'application/zip' }), fault }
}

/** Waits for a device that is still opening: until then the server answers, or nobody. */
async function readOwnRows(owner_id: string): Promise<TakenRow[]> {
  const replica = await openedReplica()
  const end = Date.now() + ARRIVAL_MS
  while (Date.now() < end) {
    try {
      if (replicaStore.status?.isComplete) return await replica.query('rows.mine', { owner_id })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new RowsMissingError()
}

/** How many rows came in, and the tables for which the account lacks the plan. */
export interface BroughtIn {
  rows: number
  left: TakenTable[]
}

/**
 * Brings rows in, part by part; what is here already stays, so that a file can be brought in again.
 * @throws AppError what forbids the next part: those before it are in.
 */
export async function bringInParts(
  parts: readonly TakenRows[],
  onProgress: (rows: number) => void,
): Promise<BroughtIn> {
  const left = new Set<TakenTable>()
  let rows = 0
  for (const part of parts) {
    if (!canNow(BRING_IN_ACTIONS[part.table])) {
      left.add(part.table)
      continue
    }
    await mutate('rows.bring_in', part)
    rows += part.rows.length
    onProgress(rows)
  }
  return { rows, left: [...left] }
}
