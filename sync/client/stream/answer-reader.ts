import type { ShapeId } from '#sync/contract/shapes.ts'
import type { RowSchema } from './checked-rows.ts'
import { readAnswer, type ShapeAnswer } from './read-answer.ts'
import { rowSchema } from './shape-batch.ts'

/** Parses the responses of shape streams. */
export interface AnswerReader {
  /**
   * Rejects where the response cannot be parsed.
   * @param body is transferred to the reader.
   */
  read(shape: ShapeId, body: ArrayBuffer): Promise<ShapeAnswer>
  /** Prepares for long responses, which are about to come. */
  prepare(): void
}

/** A response for the worker to parse. */
export interface ReadOrder {
  id: number
  schema: RowSchema
  body: ArrayBuffer
}

/** Messages from the worker. */
export type ReaderMessage =
  | { kind: /** The worker has started. */ 'ready' }
  | { kind: 'read'; id: number; answer: ShapeAnswer }
  | { kind: 'unreadable'; id: number; message: string }

interface Asked {
  resolve(answer: ShapeAnswer): void
  reject(error: Error): void
}

/** A shorter response is parsed in this thread, in less time than a message to the worker takes. */
const LONG_BYTES = 64 * 1024
/** How long the worker stays after its last response: a first sync has several. */
const IDLE_MS = 10_000

/** Parses responses in this thread. */
export const READER_HERE: AnswerReader = {
  read: async (shape, body) => readAnswer(rowSchema(shape), body),
  prepare: () => undefined,
}

/**
 * Parses long responses in a worker, so that this thread can answer calls meanwhile; in this thread
 * until the worker has started, and where it cannot.
 */
export function answerReader(startWorker: () => Worker): AnswerReader {
  const waiting = new Map<number, Asked>()
  let worker: Worker | undefined
  let isReady = false
  let isUnable = false
  let lastId = 0
  let idle: ReturnType<typeof setTimeout> | undefined

  function start(): void {
    try {
      worker = startWorker()
    } catch {
      // A browser may have no workers within workers.
      isUnable = true
      return
    }
    worker.onmessage = ({ data }: MessageEvent<ReaderMessage>) => {
      restartIdle()
      if (data.kind === 'ready') {
        isReady = true
        return
      }
      const asked = waiting.get(data.id)
      waiting.delete(data.id)
      if (data.kind === 'read') asked?.resolve(data.answer)
      else asked?.reject(new Error(data.message))
    }
    worker.onerror = () => {
      isUnable = true
      end()
      // The bodies were transferred to the worker and are lost: the shapes are requested again.
      for (const { reject } of waiting.values()) reject(new Error('The reader of answers is gone.'))
      waiting.clear()
    }
  }

  function end(): void {
    clearTimeout(idle)
    worker?.terminate()
    worker = undefined
    isReady = false
  }

  function restartIdle(): void {
    clearTimeout(idle)
    idle = setTimeout(() => (waiting.size > 0 ? restartIdle() : end()), IDLE_MS)
  }

  function prepare(): void {
    if (!worker && !isUnable) start()
  }

  function read(shape: ShapeId, body: ArrayBuffer): Promise<ShapeAnswer> {
    const isLong = body.byteLength >= LONG_BYTES
    if (isLong) prepare()
    if (!isLong || !worker || !isReady) return READER_HERE.read(shape, body)
    restartIdle()
    lastId += 1
    const order: ReadOrder = { id: lastId, schema: rowSchema(shape), body }
    worker.postMessage(order, [body])
    return new Promise((resolve, reject) => waiting.set(order.id, { resolve, reject }))
  }

  return { read, prepare }
}
