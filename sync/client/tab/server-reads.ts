import type { Device } from '#sync/client/device.ts'
import type { Connection } from '#sync/client/stream/connection.ts'
import { reviveTimes } from '#sync/client/tables/revive-times.ts'
import { AppError } from '#sync/contract/errors.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import type { QueryArgs, QueryName, QueryRowOf } from '#sync/contract/queries.ts'
import { type QueryRequest, queryResponse } from '#sync/contract/wire.ts'

/** Timeout of a read; a pause of the connection before it may take as long again. */
const READ_MS = 10_000

/** Runs named queries on the server. @throws AppError `sync_unavailable` where no answer came. */
export function serverReads({
  userId,
  connection,
  signal,
}: {
  userId: string
  connection: Connection
  signal: AbortSignal
}): Device['query'] {
  return async function read<N extends QueryName>(
    name: N,
    args: QueryArgs<N>,
  ): Promise<QueryRowOf<N>[]> {
    const json: QueryRequest = { version: CONTRACT_VERSION, user_id: userId, args }
    const response = await connection
      .send(`/api/queries/${name}`, {
        json,
        timeoutMs: READ_MS,
        signal: AbortSignal.any([signal, AbortSignal.timeout(2 * READ_MS)]),
      })
      .catch((cause: unknown) => {
        throw unavailable(cause)
      })
    if (response.status !== 200) throw new AppError('invalid_input', 'This cannot be asked.')
    try {
      const { rows } = queryResponse.parse(await response.json())
      return rows.map(reviveTimes) as never[]
    } catch (fault) {
      connection.failed()
      throw unavailable(fault)
    }
  }
}

export const unavailable = (cause?: unknown) =>
  new AppError('sync_unavailable', 'There is no connection.', { cause })
