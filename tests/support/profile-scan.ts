import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/* Searches everything that a browser stores in a profile folder for texts. LevelDB, under IndexedDB
   and local storage, compresses the blocks of its tables with Snappy and splits long log records, and
   IndexedDB compresses long values before it stores them. PostgreSQL's write-ahead log, in the
   private files, splits its records by page. Searching the raw bytes alone would prove nothing. */

/** The texts or bytes found in some file of the folder, in any encoding that the browser writes. */
export async function findInProfile<Wanted extends string | Buffer>(
  folder: string,
  wanted: readonly Wanted[],
): Promise<Map<Wanted, string[]>> {
  const needles = wanted.map((each) => ({ each, forms: formsOf(each) }))
  const starts = startsOf(wanted)
  const found = new Map<Wanted, string[]>()
  for (const file of await filesOf(folder)) {
    const content = await readFile(file)
    const blocks = [content, ...decoded(file, content)]
    const likely = [...blocks, ...blocks.flatMap(longValues)].filter((block) =>
      starts.some((start) => block.includes(start)),
    )
    for (const { each, forms } of needles) {
      if (!likely.some((block) => forms.some((form) => block.includes(form)))) continue
      found.set(each, [...(found.get(each) ?? []), file.slice(folder.length + 1)])
    }
  }
  return found
}

const formsOf = (wanted: string | Buffer) =>
  typeof wanted === 'string' ? [Buffer.from(wanted), Buffer.from(wanted, 'utf16le')] : [wanted]

/** The common prefix of all texts, or each one's: a profile is large, and most of it can be skipped. */
function startsOf(wanted: readonly (string | Buffer)[]): Buffer[] {
  const texts = wanted.filter((each) => typeof each === 'string')
  const [first = ''] = texts
  let length = first.length
  while (!texts.every((text) => text.startsWith(first.slice(0, length)))) length -= 1
  const bytes = wanted.filter((each) => typeof each !== 'string')
  return [...(texts.length > 0 ? formsOf(first.slice(0, length)) : []), ...bytes]
}

/** IndexedDB's marker "compressed with Snappy" before a value. */
const COMPRESSED = Buffer.from([0xff, 0x11, 0x02])

/** The uncompressed values of those that IndexedDB has compressed. */
function longValues(block: Buffer): Buffer[] {
  const values: Buffer[] = []
  for (let at = block.indexOf(COMPRESSED); at >= 0; at = block.indexOf(COMPRESSED, at + 1)) {
    values.push(unsnappy(block.subarray(at + COMPRESSED.length)))
  }
  return values
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function decoded(file: string, content: Buffer): Buffer[] {
  if (/\.(ldb|sst)$/.test(file)) return tableBlocks(content)
  if (/\.log$|MANIFEST/.test(file)) return [logRecords(content)]
  // The names of private files say nothing about their content.
  if (content[1] === WAL_MAGIC) return [walRecords(content)]
  return []
}

const FOOTER_BYTES = 48
/** The bytes after each block: its compression type and a checksum. */
const TRAILER_BYTES = 5
const SNAPPY = 1

/** Every data block of a LevelDB table, uncompressed. */
function tableBlocks(table: Buffer): Buffer[] {
  if (table.length < FOOTER_BYTES) return []
  const footer = table.subarray(table.length - FOOTER_BYTES)
  // The handle of the meta index precedes that of the index.
  const meta = handleAt(footer, 0)
  const index = blockAt(table, handleAt(footer, meta.next))
  return handlesIn(index).map((handle) => blockAt(table, handle))
}

interface Handle {
  offset: number
  size: number
  /** Offset of the next value. */
  next: number
}

function handleAt(bytes: Buffer, at: number): Handle {
  const offset = varint(bytes, at)
  const size = varint(bytes, offset.next)
  return { offset: offset.value, size: size.value, next: size.next }
}

function blockAt(table: Buffer, { offset, size }: Pick<Handle, 'offset' | 'size'>): Buffer {
  const block = table.subarray(offset, offset + size)
  const isCompressed = table[offset + size] === SNAPPY
  if (offset + size + TRAILER_BYTES > table.length) return Buffer.alloc(0)
  return isCompressed ? unsnappy(block) : block
}

/** The handles in an index block: the value of each entry is the handle of a data block. */
function handlesIn(index: Buffer): Handle[] {
  if (index.length < 4) return []
  const restarts = index.readUInt32LE(index.length - 4)
  const end = index.length - 4 - restarts * 4
  const handles: Handle[] = []
  for (let at = 0; at < end; ) {
    const shared = varint(index, at)
    const unshared = varint(index, shared.next)
    const length = varint(index, unshared.next)
    const value = length.next + unshared.value
    handles.push(handleAt(index, value))
    at = value + length.value
  }
  return handles
}

const LOG_BLOCK = 32_768
const LOG_HEADER = 7

/** A LevelDB log without the headers that split its records. */
function logRecords(log: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at + LOG_HEADER <= log.length; ) {
    const left = LOG_BLOCK - (at % LOG_BLOCK)
    const size = log.readUInt16LE(at + 4)
    if (left < LOG_HEADER || size > left - LOG_HEADER) at += left
    else {
      parts.push(log.subarray(at + LOG_HEADER, at + LOG_HEADER + size))
      at += LOG_HEADER + size
    }
  }
  return Buffer.concat(parts)
}

const WAL_PAGE = 8_192
const WAL_HEADER = 24
/** The second byte of each page; the first is the version's. */
const WAL_MAGIC = 0xd1

/** A segment of a write-ahead log without the headers that split its records. */
function walRecords(segment: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < segment.length; at += WAL_PAGE) {
    parts.push(segment.subarray(at + WAL_HEADER, at + WAL_PAGE))
  }
  return Buffer.concat(parts)
}

function varint(bytes: Buffer, at: number): { value: number; next: number } {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80 || shift > 49) return { value, next: at }
  }
}

/** A copy element of 3 bytes yields at most 64: data that claims more growth is not compressed. */
const GROWTH_MAX = 22

/** Uncompresses Snappy's raw format: literals, and copies of earlier output. */
export function unsnappy(input: Buffer): Buffer {
  const { value: size, next } = varint(input, 0)
  if (size > input.length * GROWTH_MAX) return Buffer.alloc(0)
  const output = Buffer.alloc(size)
  let written = 0
  for (let at = next; at < input.length && written < size; ) {
    const tag = input[at++] ?? 0
    const kind = tag & 3
    let length = (tag >> 2) + 1
    if (kind === 0) {
      if (length > 60) {
        const bytes = length - 60
        length = numberAt(input, at, bytes) + 1
        at += bytes
      }
      input.copy(output, written, at, at + length)
      at += length
      written += length
      continue
    }
    let distance: number
    if (kind === 1) {
      length = ((tag >> 2) & 7) + 4
      distance = ((tag >> 5) << 8) | (input[at++] ?? 0)
    } else {
      const bytes = kind === 2 ? 2 : 4
      distance = numberAt(input, at, bytes)
      at += bytes
    }
    // Byte by byte: a copy may overlap its own output.
    for (let index = 0; index < length; index += 1, written += 1) {
      output[written] = output[written - distance] ?? 0
    }
  }
  return output
}

/** Little-endian; bytes past the end are zero. */
function numberAt(input: Buffer, at: number, bytes: number): number {
  let number = 0
  for (let index = bytes - 1; index >= 0; index -= 1)
    number = number * 256 + (input[at + index] ?? 0)
  return number
}
