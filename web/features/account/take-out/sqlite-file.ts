/*
 * Writes an SQLite database (https://www.sqlite.org/fileformat2.html): tables without indexes, each a
 * b-tree that is filled once, in the order of its rows. A whole SQLite for browsers is 700 KB of
 * WebAssembly, of which writing rows needs this much.
 *
 *   page 1    header of the file, then the schema: a row per table with its root
 *   leaves    rows; what is too long for a page goes on in pages of its own
 *   interior  the last row of each page below, level by level up to the root
 */

type Value = string | number | null

export interface SqliteTable {
  name: string
  columns: readonly string[]
  rows: readonly (readonly Value[])[]
}

const PAGE = 16_384
const FILE_HEADER = 100
const LEAF = 0x0d
const INTERIOR = 0x05
const LEAF_HEADER = 8
const INTERIOR_HEADER = 12
/** A longer row leaves its page, all but a part of it. */
const LOCAL_MAX = PAGE - 35
const LOCAL_MIN = Math.floor(((PAGE - 12) * 32) / 255) - 23
const OVERFLOW = PAGE - 4

const utf8 = new TextEncoder()

/** @throws when the names of the tables and columns do not fit a page. */
export function sqliteFile(tables: readonly SqliteTable[]): Uint8Array<ArrayBuffer> {
  const pages: Uint8Array[] = [new Uint8Array(PAGE)]
  const schema = tables.map((table, index) => {
    const sql = `CREATE TABLE ${quoted(table.name)} (${table.columns.map(quoted).join(', ')})`
    const root = writeTable(pages, table.rows)
    return rowCell(pages, index + 1, ['table', table.name, table.name, root, sql])
  })
  const first = pages[0] as Uint8Array
  fillPage(first, LEAF, schema, { start: FILE_HEADER })
  writeHeader(first, pages.length)
  const file = new Uint8Array(pages.length * PAGE)
  for (const [index, page] of pages.entries()) file.set(page, index * PAGE)
  return file
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A page and the last row below it. */
interface Child {
  page: number
  last: number
}

/** Writes rows, and the levels above them. @returns the number of the root's page. */
function writeTable(pages: Uint8Array[], rows: readonly (readonly Value[])[]): number {
  const leaves: Child[] = []
  const cells: Uint8Array[] = []
  let used = LEAF_HEADER
  const flush = (last: number) => {
    leaves.push({ page: addPage(pages, (page) => fillPage(page, LEAF, cells)), last })
    cells.length = 0
    used = LEAF_HEADER
  }
  for (const [index, row] of rows.entries()) {
    const cell = rowCell(pages, index + 1, row)
    if (used + cell.length + 2 > PAGE) flush(index)
    cells.push(cell)
    used += cell.length + 2
  }
  flush(rows.length)
  let level = leaves
  while (level.length > 1) level = writeLevel(pages, level)
  return level[0]?.page ?? 0
}

/** The pages above these: each names its children but the last one, which its header names. */
function writeLevel(pages: Uint8Array[], below: readonly Child[]): Child[] {
  // A number of a page, a row of up to nine bytes, and where they are.
  const fanOut = Math.floor((PAGE - INTERIOR_HEADER) / (4 + 9 + 2))
  const level: Child[] = []
  for (let start = 0; start < below.length; start += fanOut) {
    const children = below.slice(start, start + fanOut)
    const right = children.pop() as Child
    const cells = children.map(({ page, last }) =>
      Uint8Array.from([...word(page), ...varint(last)]),
    )
    const page = addPage(pages, (bytes) => fillPage(bytes, INTERIOR, cells, { right: right.page }))
    level.push({ page, last: right.last })
  }
  return level
}

/** Adds a page. @returns its number; the first is 1. */
function addPage(pages: Uint8Array[], fill: (page: Uint8Array) => void): number {
  const page = new Uint8Array(PAGE)
  fill(page)
  pages.push(page)
  return pages.length
}

/** Fills a page of a b-tree: header and places of cells from the start, cells from the end. */
function fillPage(
  page: Uint8Array,
  kind: number,
  cells: readonly Uint8Array[],
  { start = 0, right }: { start?: number; right?: number } = {},
): void {
  const view = new DataView(page.buffer)
  let place = start + (right === undefined ? LEAF_HEADER : INTERIOR_HEADER)
  let end = PAGE
  for (const cell of cells) {
    end -= cell.length
    if (end < place + 2) throw new Error('The names do not fit a page.')
    page.set(cell, end)
    view.setUint16(place, end)
    place += 2
  }
  view.setUint8(start, kind)
  view.setUint16(start + 3, cells.length)
  view.setUint16(start + 5, end)
  if (right !== undefined) view.setUint32(start + 8, right)
}

/** The cell of a row; what does not fit a page is written to further ones. */
function rowCell(pages: Uint8Array[], rowid: number, values: readonly Value[]): Uint8Array {
  const payload = record(values)
  const head = [...varint(payload.length), ...varint(rowid)]
  if (payload.length <= LOCAL_MAX) return joined(head, payload)
  const rest = LOCAL_MIN + ((payload.length - LOCAL_MIN) % OVERFLOW)
  const local = rest <= LOCAL_MAX ? rest : LOCAL_MIN
  // The last page first: each names the one after it.
  let next = 0
  const parts = Math.ceil((payload.length - local) / OVERFLOW)
  for (let part = parts - 1; part >= 0; part -= 1) {
    const from = local + part * OVERFLOW
    const content = payload.subarray(from, from + OVERFLOW)
    const following = next
    next = addPage(pages, (page) => {
      page.set(word(following))
      page.set(content, 4)
    })
  }
  return joined(head, payload.subarray(0, local), word(next))
}

/** A row as it is stored: the types of the values, then the values. */
function record(values: readonly Value[]): Uint8Array {
  const stored = values.map(storedValue)
  const types = stored.flatMap(({ type }) => varint(type))
  // The length counts itself; it takes a second byte from 128 on.
  const length = types.length + (types.length < 127 ? 1 : 2)
  return joined(varint(length), types, ...stored.map(({ bytes }) => bytes))
}

function storedValue(value: Value): { type: number; bytes: Uint8Array } {
  if (value === null) return { type: 0, bytes: new Uint8Array() }
  if (typeof value === 'string') {
    const bytes = utf8.encode(value)
    return { type: 13 + 2 * bytes.length, bytes }
  }
  const view = new DataView(new ArrayBuffer(8))
  if (Number.isSafeInteger(value)) view.setBigInt64(0, BigInt(value))
  else view.setFloat64(0, value)
  return { type: Number.isSafeInteger(value) ? 6 : 7, bytes: new Uint8Array(view.buffer) }
}

/** Seven bits a byte, the highest first; set in all but the last is the eighth. */
function varint(value: number): number[] {
  const bytes = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift((rest % 128) + 128)
  }
  return bytes
}

const word = (value: number) => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
]

function joined(...parts: (Uint8Array | readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function writeHeader(page: Uint8Array, pageCount: number): void {
  const view = new DataView(page.buffer)
  page.set(utf8.encode('SQLite format 3\0'))
  view.setUint16(16, PAGE)
  // Versions of reading and writing, then the shares of a page that the format fixes.
  page.set([1, 1, 0, 64, 32, 32], 18)
  view.setUint32(24, 1)
  view.setUint32(28, pageCount)
  view.setUint32(40, 1)
  view.setUint32(44, 4)
  // Texts are UTF-8.
  view.setUint32(56, 1)
  // The count of pages holds for this change, by this version of SQLite.
  view.setUint32(92, 1)
  view.setUint32(96, 3_040_000)
}
