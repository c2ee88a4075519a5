import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/*
 * Looks for texts in everything a browser keeps in a profile folder. LevelDB, under IndexedDB and
 * local storage, compresses blocks of its tables with Snappy and cuts long records of its logs, so
 * that searching the bytes alone would prove nothing.
 */

/** The texts that are in some file of the folder, in any encoding the browser writes. */
export async function findInProfile(
  folder: string,
  texts: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const file of await filesOf(folder)) {
    const content = await readFile(file)
    const forms = [content, ...decoded(file, content)]
    for (const text of texts) {
      const needles = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')]
      if (forms.some((form) => needles.some((needle) => form.includes(needle)))) {
        found.set(text, [...(found.get(text) ?? []), file.slice(folder.length + 1)])
      }
    }
  }
  return found
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
  return []
}

const FOOTER_BYTES = 48
/** After each block: how it is compressed, and a checksum. */
const TRAILER_BYTES = 5
const SNAPPY = 1

/** Every data block of a LevelDB table, uncompressed. */
function tableBlocks(table: Buffer): Buffer[] {
  if (table.length < FOOTER_BYTES) return []
  const footer = table.subarray(table.length - FOOTER_BYTES)
  // The handle of the meta index stands before that of the index.
  const meta = handleAt(footer, 0)
  const index = blockAt(table, handleAt(footer, meta.next))
  return handlesIn(index).map((handle) => blockAt(table, handle))
}

interface Handle {
  offset: number
  size: number
  /** Where the next value begins. */
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

/** Of an index block: the value of each entry is the handle of a data block. */
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

/** A LevelDB log without the headers that cut its records. */
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

function varint(bytes: Buffer, at: number): { value: number; next: number } {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80 || shift > 49) return { value, next: at }
  }
}

/** Uncompresses Snappy's raw form: literals, and copies of what came before. */
export function unsnappy(input: Buffer): Buffer {
  const { value: size, next } = varint(input, 0)
  const output = Buffer.alloc(size)
  let written = 0
  for (let at = next; at < input.length && written < size; ) {
    const tag = input[at++] ?? 0
    const kind = tag & 3
    let length = (tag >> 2) + 1
    if (kind === 0) {
      if (length > 60) {
        const bytes = length - 60
        length = input.readUIntLE(at, bytes) + 1
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
      distance = input.readUIntLE(at, bytes)
      at += bytes
    }
    // Byte by byte: a copy may run into what it writes itself.
    for (let index = 0; index < length; index += 1, written += 1) {
      output[written] = output[written - distance] ?? 0
    }
  }
  return output
}
