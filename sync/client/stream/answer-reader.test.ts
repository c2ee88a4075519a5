import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shapeId } from '#sync/contract/shapes.ts'
import { inserted } from '#tests/support/followed-shape.ts'
import {
  type AnswerReader,
  answerReader,
  type ReaderMessage,
  type ReadOrder,
} from './answer-reader.ts'
import { readAnswer } from './read-answer.ts'

const LISTS = shapeId('lists', 'ada')

/** A worker that does what the test tells it to. */
class FakeWorker {
  readonly orders: ReadOrder[] = []
  isTerminated = false
  onmessage: ((event: { data: ReaderMessage }) => void) | undefined
  onerror: (() => void) | undefined
  postMessage(order: ReadOrder, transfer: ArrayBuffer[]): void {
    // As a worker would, it takes the bytes away from the sender.
    this.orders.push(structuredClone(order, { transfer }))
  }
  terminate(): void {
    this.isTerminated = true
  }
  tell(data: ReaderMessage): void {
    this.onmessage?.({ data })
  }
  read(): void {
    const order = this.orders.shift()
    if (!order) throw new Error('Nothing is to be read.')
    this.tell({ kind: 'read', id: order.id, answer: readAnswer(order.schema, order.body) })
  }
}

let workers: FakeWorker[]
let reader: AnswerReader
beforeEach(() => {
  vi.useFakeTimers()
  workers = []
  reader = answerReader(() => {
    workers.push(new FakeWorker())
    return workers.at(-1) as unknown as Worker
  })
})
afterEach(() => void vi.useRealTimers())

const answer = (rows: number) => {
  const messages = Array.from({ length: rows }, (_, index) => inserted(index + 1))
  return new TextEncoder().encode(JSON.stringify(messages)).buffer
}
const long = () => answer(400)
const started = (): FakeWorker => {
  reader.prepare()
  const worker = workers.at(-1)
  if (!worker) throw new Error('No worker was started.')
  worker.tell({ kind: 'ready' })
  return worker
}

it('reads a short answer in this thread, and a long one in the worker', async () => {
  const worker = started()
  expect((await reader.read(LISTS, answer(1))).rows.keys).toHaveLength(1)
  const reading = reader.read(LISTS, long())
  expect(worker.orders).toHaveLength(1)
  worker.read()
  expect((await reading).rows.keys).toHaveLength(400)
  expect(workers).toHaveLength(1)
})

it('starts the worker at a long answer, which it does not wait for', async () => {
  expect((await reader.read(LISTS, long())).rows.keys).toHaveLength(400)
  expect(workers).toHaveLength(1)
  expect(workers[0]?.orders).toEqual([])
  workers[0]?.tell({ kind: 'ready' })
  void reader.read(LISTS, long())
  expect(workers[0]?.orders).toHaveLength(1)
})

it('gives each answer to who asked for it', async () => {
  const worker = started()
  const first = reader.read(LISTS, answer(400))
  const second = reader.read(LISTS, answer(401))
  worker.orders.reverse()
  worker.read()
  worker.read()
  expect((await first).rows.keys).toHaveLength(400)
  expect((await second).rows.keys).toHaveLength(401)
})

it('says why an answer cannot be read, and reads the next one', async () => {
  const worker = started()
  const reading = reader.read(LISTS, long())
  worker.tell({
    kind: 'unreadable',
    id: worker.orders.shift()?.id ?? 0,
    message: 'left out a column',
  })
  await expect(reading).rejects.toThrow('left out a column')
  const next = reader.read(LISTS, long())
  worker.read()
  expect((await next).rows.keys).toHaveLength(400)
})

it('reads in this thread after the worker failed, and rejects what that had to read', async () => {
  const worker = started()
  const reading = reader.read(LISTS, long())
  worker.onerror?.()
  await expect(reading).rejects.toThrow('gone')
  expect(worker.isTerminated).toBe(true)
  reader.prepare()
  expect((await reader.read(LISTS, long())).rows.keys).toHaveLength(400)
  expect(workers).toHaveLength(1)
})

it('reads in this thread where no worker can be started', async () => {
  const startWorker = vi.fn(() => {
    throw new ReferenceError('Worker is not defined')
  })
  const alone = answerReader(startWorker)
  alone.prepare()
  expect((await alone.read(LISTS, long())).rows.keys).toHaveLength(400)
  expect(startWorker).toHaveBeenCalledTimes(1)
})

it('ends the worker ten seconds after its last answer, not while it reads, and starts another', async () => {
  const worker = started()
  const reading = reader.read(LISTS, long())
  vi.advanceTimersByTime(30_000)
  expect(worker.isTerminated).toBe(false)
  worker.read()
  await reading
  vi.advanceTimersByTime(9_999)
  expect(worker.isTerminated).toBe(false)
  vi.advanceTimersByTime(1)
  expect(worker.isTerminated).toBe(true)
  expect((await reader.read(LISTS, long())).rows.keys).toHaveLength(400)
  expect(workers).toHaveLength(2)
})
