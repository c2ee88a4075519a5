import { open } from 'node:fs/promises'

/** Bytes of a file read at a time. */
export const READ_BYTES = 64 * 1024

const SEPARATOR = ',\n'

/** Separates messages, in files and in responses; JSON itself never contains a line break. */
export const MESSAGE_SEPARATOR = Buffer.from(SEPARATOR)

/**
 * Messages as JSON with separators between, read while they are sent: they may be many megabytes.
 */
export interface MessageList {
  /** Its approximate length. */
  bytes: number
  pieces(): AsyncIterable<Buffer>
}

/** Messages stored in a file as they are sent. */
export function messagesInFile(path: string, from: number, to: number): MessageList {
  return { bytes: to - from, pieces: () => readRange(path, from, to) }
}

/** Reads a short list into memory. */
export async function wholeOf(pieces: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** Splits a list into its messages. */
export function splitMessages(messages: Buffer): string[] {
  return messages.toString().split(SEPARATOR)
}

/**
 * A response body. The generator starts when the first piece is requested, and ends with the body.
 */
export function streamOf(pieces: AsyncGenerator<Buffer>): ReadableStream<Uint8Array> {
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  }
  // Nothing is read ahead: the file of a response that nobody reads would never be closed.
  return new ReadableStream(source, { highWaterMark: 0 })
}

async function* readRange(path: string, from: number, to: number): AsyncGenerator<Buffer> {
  const file = await open(path, 'r')
  try {
    for (let position = from; position < to; ) {
      const block = Buffer.allocUnsafe(Math.min(READ_BYTES, to - position))
      const { bytesRead } = await file.read(block, 0, block.length, position)
      if (bytesRead === 0) throw new Error('The snapshot of a shape is shorter than it was.')
      position += bytesRead
      yield block.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
