import type { ChangeMessage } from '@electric-sql/client'
import { NO_ROWS } from '#sync/client/tables/copy-rows.ts'
import type { RowParts, ShapeAnswer } from './read-answer.ts'
import type { RowChange } from './shape-batch.ts'

/*
 * Leads rows past the official client, whose parser looks at each value twice more: too slow for the
 * thousands of rows of a first sync. The client gets one message in place of the rows and changes of a
 * response, and hands it on when it has handled the response; the rows are then found by its key.
 *
 *   response ── replaceBody ──► [stand-in, control messages] ──► client ──► takeRows ──► rows, changes
 *
 * The stand-in comes first: of the control messages only the last one, `up-to-date`, has an order. The
 * client requests the next response by the headers of this one, while its body is being read.
 */

interface RowBypass {
  replaceBody(response: Response): Response
  /** The rows and changes that a message of the client stands for, or else its own change. */
  takeRows(message: ChangeMessage): RowParts
}

/**
 * @param read parses a body.
 * @param onError receives the error of a body that cannot be read; the client would report a failed
 *   request instead.
 */
export function bypassRows(
  read: (body: ArrayBuffer) => Promise<ShapeAnswer>,
  onError: (error: unknown) => void,
): RowBypass {
  const held = new Map<string, ShapeAnswer>()

  async function standInsOf(body: ArrayBuffer): Promise<unknown[]> {
    const answer = await read(body)
    const { rows, changes, others } = answer
    if (rows.keys.length === 0 && changes.length === 0) return [...others]
    const id = crypto.randomUUID()
    held.set(id, answer)
    return [{ key: id, value: {}, headers: { operation: 'insert' } }, ...others]
  }

  return {
    replaceBody(response) {
      const { status, headers } = response
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          try {
            const messages = await standInsOf(await response.arrayBuffer())
            controller.enqueue(new TextEncoder().encode(JSON.stringify(messages)))
            controller.close()
          } catch (error) {
            onError(error)
            controller.error(error)
          }
        },
      })
      return new Response(body, { status, headers })
    },
    takeRows(message) {
      const answer = held.get(message.key)
      held.delete(message.key)
      return answer ?? { rows: NO_ROWS, txids: [], changes: [message as unknown as RowChange] }
    },
  }
}
