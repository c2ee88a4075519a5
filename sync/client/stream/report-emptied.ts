import { wakeLoop } from '#sync/client/repeat.ts'
import type { Database } from '#sync/client/tables/database.ts'
import { emptiedTeams, forgetEmptied } from '#sync/client/tables/remains.ts'
import { wait } from '#sync/client/wait.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { EMPTIED_MAX, type EmptiedRequest } from '#sync/contract/wire.ts'
import { type Connection, UnreachableError } from './connection.ts'

const TIMEOUT_MS = 30_000
/** Pause after a report that the server refused, or an error of the database. */
const RETRY_MS = 60_000

interface Options {
  userId: string
  deviceId: string
  connection: Pick<Connection, 'send'>
  database: Pick<Database, 'query'>
  onFault(fault: unknown): void
  signal: AbortSignal
}

/**
 * Tells the server from which teams nothing is left on this device, until it knows. A failed report does
 * not close the connection: pushes and shapes that wait there have no share in the error.
 * @returns `wake`, which looks for more teams, and when the loop has ended after the signal.
 */
export function reportEmptied(options: Options): { wake: () => void; ended: Promise<void> } {
  const { connection, database, userId, deviceId, onFault, signal } = options

  async function reportNext(woken: Promise<void>): Promise<void> {
    try {
      const teams = (await emptiedTeams(database)).slice(0, EMPTIED_MAX)
      if (teams.length === 0) await woken
      else await report(teams)
    } catch (error) {
      if (error instanceof UnreachableError || signal.aborted) return
      onFault(error)
      await Promise.race([woken, wait(RETRY_MS, signal)])
    }
  }

  async function report(teams: string[]): Promise<void> {
    const response = await connection.send('/api/devices/emptied', {
      json: {
        version: CONTRACT_VERSION,
        user_id: userId,
        device_id: deviceId,
        teams,
      } satisfies EmptiedRequest,
      timeoutMs: TIMEOUT_MS,
      signal,
    })
    if (response.status !== 204) throw new TypeError(`A report was answered ${response.status}.`)
    await forgetEmptied(database, teams)
  }

  return wakeLoop(reportNext, signal)
}
