/**
 * Streams entries of a ZIP archive from disk, so that the registry's file of many gigabytes (ZIP64)
 * needs no disk space. The directory at the archive's end lists the entries; a truncated archive has
 * none.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { UnreadableFileError } from './unreadable-file-error.ts'

export interface ZipEntry {
  name: string
  /** The sizes in bytes, compressed and uncompressed. */
  compressedSize: number
  size: number
  crc: number
  method: number
  isEncrypted: boolean
  /** The offset of its local header. */
  headerAt: number
}

const END_BYTES = 22
const COMMENT_BYTES_MAX = 0xffff
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50
const ZIP64_LOCATOR_BYTES = 20
const ZIP64_END_SIGNATURE = 0x06064b50
const ZIP64_END_BYTES = 56
const ZIP64_FIELD = 1
const DIRECTORY_SIGNATURE = 0x02014b50
const DIRECTORY_HEADER_BYTES = 46
const LOCAL_HEADER_BYTES = 30
/** The value that means "see the ZIP64 field". */
const TOO_LARGE = 0xffffffff
/** The registry's archive has a dozen entries; this bounds what a damaged one can claim. */
const DIRECTORY_BYTES_MAX = 16 * 1024 * 1024

const STORED = 0
const DEFLATED = 8

const damaged = () => new UnreadableFileError('The archive is damaged or cut off.')

/**
 * The entries of an archive.
 * @throws UnreadableFileError when the archive is damaged or truncated
 */
export async function zipEntries(path: string): Promise<ZipEntry[]> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const tailAt = Math.max(0, size - END_BYTES - COMMENT_BYTES_MAX)
    const tail = await readAt(file, tailAt, size - tailAt)
    const endAt = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
    if (endAt === -1 || tail.length - endAt < END_BYTES) throw damaged()
    const { at, length } = await directoryPlace(file, tail.subarray(endAt), tailAt + endAt)
    if (length > DIRECTORY_BYTES_MAX || at + length > size) throw damaged()
    return readDirectory(await readAt(file, at, length))
  } finally {
    await file.close()
  }
}

async function directoryPlace(file: FileHandle, end: Buffer, endAt: number) {
  const place = { length: end.readUInt32LE(12), at: end.readUInt32LE(16) }
  if (place.at !== TOO_LARGE && place.length !== TOO_LARGE) return place
  const locator = await readAt(file, endAt - ZIP64_LOCATOR_BYTES, ZIP64_LOCATOR_BYTES)
  if (locator.readUInt32LE(0) !== ZIP64_LOCATOR_SIGNATURE) throw damaged()
  const wide = await readAt(file, Number(locator.readBigUInt64LE(8)), ZIP64_END_BYTES)
  if (wide.readUInt32LE(0) !== ZIP64_END_SIGNATURE) throw damaged()
  return { length: Number(wide.readBigUInt64LE(40)), at: Number(wide.readBigUInt64LE(48)) }
}

function readDirectory(directory: Buffer): ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = 0
  while (at + DIRECTORY_HEADER_BYTES <= directory.length) {
    const header = directory.subarray(at)
    if (header.readUInt32LE(0) !== DIRECTORY_SIGNATURE) throw damaged()
    const nameEnd = DIRECTORY_HEADER_BYTES + header.readUInt16LE(28)
    const extraEnd = nameEnd + header.readUInt16LE(30)
    const entry = {
      name: header.toString('utf8', DIRECTORY_HEADER_BYTES, nameEnd),
      compressedSize: header.readUInt32LE(20),
      size: header.readUInt32LE(24),
      crc: header.readUInt32LE(16),
      method: header.readUInt16LE(10),
      isEncrypted: (header.readUInt16LE(8) & 1) === 1,
      headerAt: header.readUInt32LE(42),
    }
    entries.push(widened(entry, header.subarray(nameEnd, extraEnd)))
    at += extraEnd + header.readUInt16LE(32)
  }
  return entries
}

/** Replaces the values that did not fit by those of the ZIP64 field, which are in this order. */
function widened(entry: ZipEntry, extra: Buffer): ZipEntry {
  const wide = { ...entry }
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_FIELD) continue
    let from = at + 4
    for (const key of ['size', 'compressedSize', 'headerAt'] as const) {
      if (wide[key] !== TOO_LARGE) continue
      if (from + 8 > extra.length) throw damaged()
      wide[key] = Number(extra.readBigUInt64LE(from))
      from += 8
    }
  }
  return wide
}

export interface EntryContent {
  chunks: AsyncIterable<Buffer>
  /** How much of the compressed data has been read. */
  bytesRead(): number
}

/**
 * The content of an entry.
 * @throws UnreadableFileError when it cannot be unpacked; at its end when its checksum is wrong
 */
export async function openZipEntry(
  path: string,
  entry: ZipEntry,
  chunkBytes: number,
): Promise<EntryContent> {
  if (entry.isEncrypted) throw new UnreadableFileError('The archive is protected by a password.')
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    throw new UnreadableFileError('The archive is packed in a way that is not supported.')
  }
  const start = await contentStart(path, entry)
  if (entry.compressedSize === 0) return { chunks: checked([], entry), bytesRead: () => 0 }
  const end = start + entry.compressedSize - 1
  const packed = createReadStream(path, { start, end, highWaterMark: chunkBytes })
  const chunks =
    entry.method === STORED ? packed : packed.pipe(createInflateRaw({ chunkSize: chunkBytes }))
  // `pipe` does not forward errors.
  packed.on('error', (error) => chunks.destroy(error))
  chunks.once('close', () => packed.destroy())
  return { chunks: checked(chunks, entry), bytesRead: () => packed.bytesRead }
}

/**
 * The start of the content: the local header has its own length, which may differ from the
 * directory's.
 */
async function contentStart(path: string, { headerAt }: ZipEntry): Promise<number> {
  const file = await open(path)
  try {
    const header = await readAt(file, headerAt, LOCAL_HEADER_BYTES)
    return headerAt + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  } finally {
    await file.close()
  }
}

async function* checked(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  { size, crc }: ZipEntry,
): AsyncGenerator<Buffer> {
  let [length, sum] = [0, 0]
  try {
    for await (const chunk of chunks) {
      length += chunk.length
      // The check is immediate: a small archive can unpack to more than any disk holds.
      if (length > size) throw damaged()
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch {
    throw damaged()
  }
  if (length !== size || sum !== crc) throw damaged()
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) throw damaged()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw damaged()
  return buffer
}
