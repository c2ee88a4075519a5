import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import type { CsvSource } from './csv.ts'
import { TextDecoding } from './decode-text.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'
import { xlsxToCsv } from './xlsx.ts'
import { openZipEntry, type ZipEntry, zipEntries } from './zip-archive.ts'

/** Large reads keep the overhead per read small. */
const CHUNK_BYTES = 256 * 1024

/** The largest Excel file, as it is held in memory while it is read. */
const WORKBOOK_BYTES_MAX = 100 * 1024 * 1024

/**
 * The highest plausible compression ratio: the registry's files compress to a tenth, repetitive
 * ones to a fiftieth, and a large file beyond this ratio is a zip bomb.
 */
const UNPACKED_RATIO_MAX = 150
const UNPACKED_BYTES_FREE = 64 * 1024 * 1024

const ZIP_MARK = 'PK\x03\x04'
const GZIP_MARK = '\x1f\x8b'

export interface SourceFile extends CsvSource {
  /** The size on disk in bytes, and how much of it has been read. */
  bytes: number
  bytesRead(): number
  decoding: TextDecoding
}

/**
 * Opens a file to import: CSV or an Excel workbook, plain, gzipped or the largest of its kind in a
 * ZIP archive. The content determines its type, because names are unreliable.
 * @throws UnreadableFileError when it is missing or unusable; reading it throws one when it is
 *   damaged or truncated
 */
export async function openSourceFile(path: string): Promise<SourceFile> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new UnreadableFileError('The file cannot be read.', { cause })
  })
  if (!found.isFile()) throw new UnreadableFileError('It is not a file.')
  const mark = await firstBytes(path)
  if (mark === ZIP_MARK) return openArchive(path, found.size)
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  if (!mark.startsWith(GZIP_MARK)) return textFile(file, found.size, () => file.bytesRead)
  const unpacked = file.pipe(createGunzip({ chunkSize: CHUNK_BYTES }))
  // `pipe` does not forward errors.
  file.on('error', (error) => unpacked.destroy(error))
  return textFile(
    within(whole(unpacked), () => file.bytesRead),
    found.size,
    () => file.bytesRead,
  )
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer: start, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return start.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

async function openArchive(path: string, bytes: number): Promise<SourceFile> {
  const entries = await zipEntries(path)
  if (entries.some(({ name }) => name === '[Content_Types].xml')) {
    if (bytes > WORKBOOK_BYTES_MAX) throw new UnreadableFileError('The Excel file is too large.')
    return workbook(await readFile(path), bytes)
  }
  const entry = largest(entries.filter(({ name }) => /\.(csv|txt|xlsx)$/i.test(name)))
  if (!entry) throw new UnreadableFileError('There is no CSV or Excel file in the archive.')
  const { chunks, bytesRead } = await openZipEntry(path, entry, CHUNK_BYTES)
  if (!/\.xlsx$/i.test(entry.name)) {
    return textFile(within(chunks, bytesRead), entry.compressedSize, bytesRead)
  }
  if (entry.size > WORKBOOK_BYTES_MAX) throw new UnreadableFileError('The Excel file is too large.')
  return workbook(await buffer(chunks), bytes)
}

/** The largest entry: besides the people, the registry's archive contains much smaller tables. */
function largest(entries: readonly ZipEntry[]): ZipEntry | undefined {
  return entries.toSorted((a, b) => b.size - a.size)[0]
}

function workbook(content: Uint8Array, bytes: number): SourceFile {
  const lines = function* () {
    for (const line of xlsxToCsv(content)) yield Buffer.from(line)
  }
  return { ...sourceFile(lines(), new TextDecoding(), bytes, () => bytes), isRagged: true }
}

function textFile(
  chunks: AsyncIterable<Buffer>,
  bytes: number,
  bytesRead: () => number,
): SourceFile {
  const decoding = new TextDecoding()
  return sourceFile(decoding.narrow(chunks), decoding, bytes, bytesRead)
}

function sourceFile(
  chunks: CsvSource['chunks'],
  decoding: TextDecoding,
  bytes: number,
  bytesRead: () => number,
): SourceFile {
  const decode = (...range: Parameters<CsvSource['decode']>) => decoding.text(...range)
  return { chunks, decode, bytes, bytesRead, decoding }
}

/** Refuses a zip bomb before it fills a disk. */
async function* within(
  chunks: AsyncIterable<Buffer>,
  bytesRead: () => number,
): AsyncGenerator<Buffer> {
  let unpacked = 0
  for await (const chunk of chunks) {
    unpacked += chunk.length
    if (unpacked > UNPACKED_BYTES_FREE && unpacked > UNPACKED_RATIO_MAX * bytesRead()) {
      throw new UnreadableFileError('The archive unpacks to far more than a file of people would.')
    }
    yield chunk
  }
}

async function* whole(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* stream
  } catch (cause) {
    throw new UnreadableFileError('The file is damaged or cut off.', { cause })
  }
}
