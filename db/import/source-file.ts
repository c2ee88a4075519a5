import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { UnreadableFileError } from './csv.ts'

/** Large reads keep the cost of each small against the work on it. */
const CHUNK_BYTES = 256 * 1024

export interface SourceFile {
  /** The text, decompressed. */
  text: AsyncIterable<string>
  /** Size on disk, in bytes, and how much of it has been read. */
  bytes: number
  bytesRead(): number
}

/**
 * Opens a file to import: plain text, or compressed where its name ends in `.gz`.
 * @throws UnreadableFileError when it is not there or not a file; reading it throws one when the
 *   compressed data is damaged or cut off
 */
export async function openSourceFile(path: string): Promise<SourceFile> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new UnreadableFileError('The file cannot be read.', { cause })
  })
  if (!found.isFile()) throw new UnreadableFileError('It is not a file.')
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  return {
    text: textOf(path.endsWith('.gz') ? decompressed(file) : file),
    bytes: found.size,
    bytesRead: () => file.bytesRead,
  }
}

function decompressed(file: Readable): Readable {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  // A fault of either reaches the reader through the last stream.
  return pipeline(file, gunzip, () => undefined)
}

async function* textOf(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding('utf8')
  try {
    yield* stream as AsyncIterable<string>
  } catch (cause) {
    throw new UnreadableFileError('The file is damaged or cut off.', { cause })
  }
}
