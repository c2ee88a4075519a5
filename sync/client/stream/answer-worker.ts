import type { ReaderMessage, ReadOrder } from './answer-reader.ts'
import { readAnswer } from './read-answer.ts'

/* A worker beside the device's worker, which parses the responses of a long fetch. */

const tell = (message: ReaderMessage, transfer: Transferable[] = []) =>
  postMessage(message, { transfer })

addEventListener('message', ({ data: { id, schema, body } }: MessageEvent<ReadOrder>) => {
  try {
    const answer = readAnswer(schema, body)
    tell({ kind: 'read', id, answer }, [answer.rows.lines.buffer])
  } catch (error) {
    tell({ kind: 'unreadable', id, message: error instanceof Error ? error.message : 'unknown' })
  }
})
tell({ kind: 'ready' })
