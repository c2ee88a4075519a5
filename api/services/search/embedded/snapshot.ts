import { readSync, writeSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { CARD_FORM } from '#api/services/directory/candidates.ts'
import type { BaseSegmentData } from './base-segment.ts'
import type { ByteSource, ErasableBytes } from './byte-source.ts'
import { CardEncoder } from './cards.ts'
import { numbers } from './scratch.ts'
import { TOKEN_VERSION } from './tokens.ts'

/**
 * A base segment in one file:
 *
 *     cards, written one batch at a time: all of them would not fit into memory
 *     arrays, one after the other, each at a multiple of 4 bytes
 *     footer: JSON with the head and, per array, path, kind, place, length and CRC-32
 *     trailer: length and CRC-32 of the footer, "SEARCH" and the format version
 *
 * The trailer is written last, so a file that was cut short has none.
 */
const FORMAT_VERSION = 5
const MAGIC = 0x53524348
const TRAILER_BYTES = 16
/** The bytes read and written per call: Node cannot pass 2 GiB in one. */
const CHUNK_BYTES = 1 << 24
/** The file contains people's data in clear. */
const OWNER_ONLY = 0o600

const KINDS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array } as const
type Kind = keyof typeof KINDS
type FlatArray = Uint8Array | Uint16Array | Uint32Array

/** The snapshot's database, its point in time, and the rules that wrote it. */
const snapshotHead = z.object({
  /** The TOKEN_VERSION of the release that wrote it: another version has other terms. */
  tokens: z.number(),
  /** The database's identity: a snapshot of another database is never used. */
  database: z.string(),
  /** The snapshot holds every change by a transaction below this id. */
  cursor: z.string(),
  /** The CARD_FORM of the release that wrote it. */
  cards: z.string(),
  /** When it was built: the file's modification time changes with each card that is erased. */
  builtAt: z.iso.datetime(),
})
export type SnapshotHead = z.infer<typeof snapshotHead>

const footerSchema = z.object({
  head: snapshotHead,
  arrays: z.array(
    z.object({
      path: z.array(z.string()),
      kind: z.enum(['u8', 'u16', 'u32']),
      start: z.number(),
      bytes: z.number(),
      crc: z.number(),
    }),
  ),
})
type Footer = z.infer<typeof footerSchema>

/**
 * Arrays that stay on disk, which are most of the file: a search reads the few postings that it
 * needs, an NPI or a stretch of an order, and an update reads the position of a name.
 */
const LEFT_ON_DISK: ReadonlySet<string> = new Set([
  'postings.sets',
  'npis.values',
  'npis.docs',
  'columns.name.order',
  'columns.title.order',
  'columns.specialty.order',
  'columns.organization.order',
  'columns.location.order',
  'columns.verified.order',
  'columns.best.order',
  'columns.name.valueStarts',
  'columns.name.values.bytes',
  'columns.name.values.offsets',
  'xids',
  'cards.bytes',
])

/** Each card has a checksum of its own: reading all of them would hold up the start. */
const CARDS = 'cards.bytes'

/** The reason why a snapshot is unusable; the index is then rebuilt. */
export class SnapshotError extends Error {}

/**
 * The path under which a snapshot is written until it is complete; the next build overwrites what a
 * killed one left.
 */
export const unfinished = (path: string) => `${path}.tmp`

/** Appends the cards of the next people, given as JSON. */
export type AddCards = (people: readonly string[]) => Promise<void>

/**
 * Writes a snapshot to a temporary file, and renames it once it is synced to disk. Calls must not
 * overlap.
 * @param build receives the function that appends cards: one for each person, in the order of the
 *   docs
 */
export async function writeSnapshot(
  path: string,
  build: (addCards: AddCards) => Promise<{ head: SnapshotHead; data: BaseSegmentData }>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = unfinished(path)
  const file = await open(temporary, 'w', OWNER_ONLY)
  try {
    let start = 0
    const encoder = new CardEncoder()
    const { head, data } = await build(async (people) => {
      const bytes = encoder.encode(people)
      await write(file, bytes, start)
      start += bytes.length
    })
    const footer: Footer = {
      head,
      arrays: [{ path: CARDS.split('.'), kind: 'u8', start: 0, bytes: start, crc: 0 }],
    }
    for (const [name, array] of flatArrays({ ...data, cards: { starts: encoder.finish() } })) {
      const bytes = bytesOf(array)
      await write(file, bytes, start)
      footer.arrays.push({
        path: name,
        kind: kindOf(array),
        start,
        bytes: bytes.length,
        crc: crc32(bytes),
      })
      start += Math.ceil(bytes.length / 4) * 4
    }
    const json = Buffer.from(JSON.stringify(footer))
    const trailer = Buffer.from(
      Uint32Array.of(json.length, crc32(json), MAGIC, FORMAT_VERSION).buffer,
    )
    await write(file, Buffer.concat([json, trailer]), start)
    await file.sync()
  } catch (error) {
    await file.close()
    await rm(temporary, { force: true })
    throw error
  }
  await file.close()
  await rename(temporary, path)
}

/**
 * Reads a snapshot.
 * @throws SnapshotError when it is missing, damaged, or of another format, release or database.
 */
export async function readSnapshot(
  path: string,
  database: string,
): Promise<{ head: SnapshotHead; data: BaseSegmentData }> {
  const file = await open(path, 'r+').catch((cause: NodeJS.ErrnoException) => {
    const isMissing = cause.code === 'ENOENT'
    throw new SnapshotError(isMissing ? 'There is none' : 'It cannot be opened', { cause })
  })
  try {
    const footer = await readFooter(file)
    const { tokens, cards } = footer.head
    if (tokens !== TOKEN_VERSION) {
      throw new SnapshotError(`It has tokens of version ${tokens}, not ${TOKEN_VERSION}`)
    }
    if (cards !== CARD_FORM) throw new SnapshotError('It has cards of another form')
    if (footer.head.database !== database) throw new SnapshotError('It is of another database')
    const data: Record<string, unknown> = {}
    for (const { path: name, kind, start, bytes, crc } of footer.arrays) {
      const dotted = name.join('.')
      const isLeft = LEFT_ON_DISK.has(dotted)
      const buffer = new Uint8Array(isLeft ? 0 : bytes)
      if (dotted !== CARDS) {
        const found = isLeft
          ? await checkBytes(file, start, bytes)
          : await readBytes(file, buffer, start)
        if (found !== crc) throw new SnapshotError(`${dotted} is damaged`)
      }
      place(data, name, isLeft ? new FileBytes(file, start, bytes) : new KINDS[kind](buffer.buffer))
    }
    // The file is of this format version and undamaged, so the arrays are those of a segment.
    return { head: footer.head, data: data as unknown as BaseSegmentData }
  } catch (error) {
    await file.close()
    throw error
  }
}

/**
 * A stretch of the open snapshot file. A new snapshot takes its name and leaves the open file's
 * content unchanged.
 */
class FileBytes implements ErasableBytes {
  constructor(
    private readonly file: FileHandle,
    private readonly start: number,
    readonly byteLength: number,
  ) {}

  read(from: number, to: number, into?: Uint8Array): Uint8Array {
    const bytes = into ?? bytesOf(numbers(Math.ceil((to - from) / 4))).subarray(0, to - from)
    // The read is synchronous, as a search is one synchronous step. All but the cards is probably
    // in the page cache, as the check has just read it.
    const length = readSync(this.file.fd, bytes, 0, bytes.length, this.start + from)
    if (length < bytes.length) throw new SnapshotError('It was cut short while in use')
    return bytes
  }

  erase(from: number, to: number): void {
    writeSync(this.file.fd, new Uint8Array(to - from), 0, to - from, this.start + from)
  }

  close(): Promise<void> {
    return this.file.close()
  }
}

async function readFooter(file: FileHandle): Promise<Footer> {
  const { size } = await file.stat()
  if (size < TRAILER_BYTES) throw new SnapshotError('It is cut short')
  const trailer = new Uint32Array(TRAILER_BYTES / 4)
  await readBytes(file, bytesOf(trailer), size - TRAILER_BYTES)
  const [length = 0, crc, magic, version] = trailer
  if (magic !== MAGIC || version !== FORMAT_VERSION || length > size - TRAILER_BYTES) {
    throw new SnapshotError('It is cut short or of another format')
  }
  const json = new Uint8Array(length)
  const found = await readBytes(file, json, size - TRAILER_BYTES - length)
  if (found !== crc) throw new SnapshotError('Its footer is damaged')
  const footer = footerSchema.safeParse(JSON.parse(Buffer.from(json).toString()))
  if (!footer.success) throw new SnapshotError('Its footer makes no sense')
  return footer.data
}

/** The arrays of nested data with the path of each. */
function* flatArrays(data: object, path: string[] = []): Generator<[string[], FlatArray]> {
  for (const [key, value] of Object.entries(data)) {
    if (isFlatArray(value)) yield [[...path, key], value]
    else yield* flatArrays(value, [...path, key])
  }
}

function place(
  target: Record<string, unknown>,
  [key = '', ...rest]: string[],
  array: FlatArray | ByteSource,
) {
  if (rest.length === 0) {
    target[key] = array
    return
  }
  const inner = (target[key] ?? {}) as Record<string, unknown>
  target[key] = inner
  place(inner, rest, array)
}

function isFlatArray(value: unknown): value is FlatArray {
  return Object.values(KINDS).some((kind) => value instanceof kind)
}

function kindOf(array: FlatArray): Kind {
  return array instanceof Uint32Array ? 'u32' : array instanceof Uint16Array ? 'u16' : 'u8'
}

function bytesOf({ buffer, byteOffset, byteLength }: FlatArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

async function write(file: FileHandle, bytes: Uint8Array, start: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(
      bytes,
      done,
      Math.min(CHUNK_BYTES, bytes.length - done),
      start + done,
    )
    done += bytesWritten
  }
}

/** Fills `bytes` from an offset of the file; returns their CRC-32. */
async function readBytes(file: FileHandle, bytes: Uint8Array, start: number): Promise<number> {
  let crc = 0
  for (let done = 0; done < bytes.length; ) {
    const length = Math.min(CHUNK_BYTES, bytes.length - done)
    const { bytesRead } = await file.read(bytes, done, length, start + done)
    if (bytesRead === 0) throw new SnapshotError('It is cut short')
    crc = crc32(bytes.subarray(done, done + bytesRead), crc)
    done += bytesRead
  }
  return crc
}

/** The CRC-32 of a stretch of the file. */
async function checkBytes(file: FileHandle, start: number, length: number): Promise<number> {
  const chunk = new Uint8Array(Math.min(CHUNK_BYTES, length))
  let crc = 0
  for (let done = 0; done < length; ) {
    const wanted = Math.min(chunk.length, length - done)
    const { bytesRead } = await file.read(chunk, 0, wanted, start + done)
    if (bytesRead === 0) throw new SnapshotError('It is cut short')
    crc = crc32(chunk.subarray(0, bytesRead), crc)
    done += bytesRead
  }
  return crc
}
