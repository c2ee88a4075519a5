import { unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'

/*
 * Reads Excel workbooks (ECMA-376), with the same result on the server, which imports the
 * directory, and in the browser, where a user imports a list of people.
 */

const STRINGS = 'xl/sharedStrings.xml'
const SHEET = /^xl\/worksheets\/sheet\d+\.xml$/

/**
 * Cells farther to the right count as the one behind the last: a row with so many cells is not
 * used. Each such cell, of a few bytes, would otherwise fill its row with thousands of empty ones.
 * The registry has 335 columns.
 */
const COLUMNS_MAX = 1000

/** XML is parsed in chunks of this size, so that rows can be streamed. */
const PIECE_BYTES = 256 * 1024

/**
 * The rows of a workbook's first sheet, in batches; each row ends with its last text. Numbers and
 * dates keep their stored form.
 * @param unpackedBytesMax how large the sheets and their texts may be: a small file may unpack to
 *   one that fills the memory.
 * @throws an error of any class when the file is not a workbook, is damaged or is too large; also
 *   after some rows.
 */
export function* rowsOfWorkbook(
  workbook: Uint8Array,
  unpackedBytesMax: number,
): Generator<string[][]> {
  let unpacked = 0
  const files = unzipSync(workbook, {
    filter: ({ name, originalSize }) => {
      const isWanted = name === STRINGS || SHEET.test(name)
      if (isWanted) unpacked += originalSize
      if (unpacked > unpackedBytesMax) throw new RangeError('The workbook is too large.')
      return isWanted
    },
  })
  const [first] = Object.keys(files)
    .filter((name) => SHEET.test(name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const sheet = files[first ?? '']
  if (!sheet) throw new TypeError('The workbook has no sheet.')
  const shared = files[STRINGS]
  yield* rowsOf(sheet, shared ? sharedStrings(shared) : [])
}

/** The shared strings, to which cells refer by index. */
function sharedStrings(xml: Uint8Array): string[] {
  const strings: string[] = []
  let [text, isText] = ['', false]
  const parser = new SaxesParser()
  parser.on('opentag', (tag) => {
    const name = localName(tag)
    if (name === 'si') text = ''
    isText = name === 't'
  })
  parser.on('text', (value) => {
    if (isText) text += value
  })
  parser.on('closetag', (tag) => {
    isText = false
    if (localName(tag) === 'si') strings.push(text)
  })
  for (const piece of pieces(xml)) parser.write(piece)
  parser.close()
  return strings
}

function* rowsOf(xml: Uint8Array, strings: readonly string[]): Generator<string[][]> {
  let rows: string[][] = []
  let row: string[] = []
  let [cell, type, value, isValue] = ['', '', '', false]
  // The column of a cell without a name.
  let next = 0
  const parser = new SaxesParser()
  parser.on('opentag', (tag) => {
    const { attributes } = tag
    const name = localName(tag)
    if (name === 'row') [row, next] = [[], 0]
    if (name === 'c') [cell, type, value] = [attributes.r ?? '', attributes.t ?? '', '']
    isValue = name === 'v' || name === 't'
  })
  parser.on('text', (text) => {
    if (isValue) value += text
  })
  parser.on('closetag', (tag) => {
    const name = localName(tag)
    isValue = false
    if (name === 'c') {
      const column = Math.min(columnOf(cell, next), COLUMNS_MAX)
      const text = textOf(type, value, strings)
      next = column + 1
      // An empty cell is present for its colour, maybe far to the right: the row ends with the last
      // text.
      if (text !== '') row[column] = text
    }
    if (name === 'row') rows.push(Array.from(row, (text) => text ?? ''))
  })
  for (const piece of pieces(xml)) {
    parser.write(piece)
    yield rows
    rows = []
  }
  parser.close()
}

function textOf(type: string, value: string, strings: readonly string[]): string {
  if (type === 's') return strings[Number(value)] ?? ''
  // A formula failed: "#N/A" is not a value.
  return type === 'e' ? '' : value
}

/** Some programs write each element with a prefix: "x:row". */
function localName({ name }: { name: string }): string {
  return name.slice(name.indexOf(':') + 1)
}

function* pieces(xml: Uint8Array): Generator<string> {
  const decoder = new TextDecoder()
  for (let at = 0; at < xml.length; at += PIECE_BYTES) {
    yield decoder.decode(xml.subarray(at, at + PIECE_BYTES), { stream: true })
  }
}

/** The column of a cell named like "AB12", counted from 0; an unnamed cell follows the one before. */
function columnOf(cell: string, next: number): number {
  const letters = cell.match(/^[A-Z]{1,3}/)?.[0]
  if (letters === undefined) return next
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
