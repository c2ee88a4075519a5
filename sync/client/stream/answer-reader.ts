import type { ShapeId } from '#sync/contract/shapes.ts'
import type { ReadForm } from './checked-rows.ts'
import { readAnswer, type ShapeAnswer } from './read-answer.ts'
import { readForm } from './shape-batch.ts'

/** Takes the answers of shapes' streams apart. */
export interface AnswerReader {
  /** Rejects where the answer cannot be read. @param body is the reader's from then on. */
  read(shape: ShapeId, body: ArrayBuffer): Promise<ShapeAnswer>
  /** Gets ready for long answers, which will come. */
  prepare(): void
}

/** An answer for the worker to read. */
export interface ReadOrder {
  id: number
  form: ReadForm
  body: ArrayBuffer
}

/** What the worker tells. */
export type ReaderMessage =
  | { kind: /** It reads from now on. */ 'ready' }
  | { kind: 'read'; id: number; answer: ShapeAnswer }
  | { kind: 'unreadable'; id: number; message: string }

interface Asked {
  resolve(answer: ShapeAnswer): void
  reject(error: Error): void
}

/** A shorter answer is read at once, in less time than a worker takes to be told. */
const LONG_BYTES = 64 * 1024
/** How long the worker outlives its last answer: a first sync has several. */
const IDLE_MS = 10_000

/** Reads in this thread. */
export const READER_HERE: AnswerReader = {
  read: async (shape, body) => readAnswer(readForm(shape), body),
  prepare: () => undefined,
}

/**
 * Reads long answers in a worker, so that this thread can answer meanwhile; in this thread until it has
 * started, and where it cannot.
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
      // Their bytes are the worker's: the shapes are asked for once more.
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
    const order: ReadOrder = { id: lastId, form: readForm(shape), body }
    worker.postMessage(order, [body])
    return new Promise((resolve, reject) => waiting.set(order.id, { resolve, reject }))
  }

  return { read, prepare }
}
