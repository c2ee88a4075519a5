import { strFromU8, unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'

const STRINGS = 'xl/sharedStrings.xml'
const SHEET = /^xl\/worksheets\/sheet\d+\.xml$/

/** A small file may unpack to one that fills the memory. */
const UNPACKED_BYTES_MAX = 60 * 1024 * 1024

/**
 * The rows of a workbook's first sheet, numbers and dates in their stored form.
 * @throws for what is no workbook
 */
export function rowsOfWorkbook(workbook: Uint8Array): string[][] {
  let unpacked = 0
  const files = unzipSync(workbook, {
    filter: ({ name, originalSize }) => {
      const isWanted = name === STRINGS || SHEET.test(name)
      if (isWanted) unpacked += originalSize
      if (unpacked > UNPACKED_BYTES_MAX) throw new RangeError('The workbook is too large.')
      return isWanted
    },
  })
  const [first] = Object.keys(files)
    .filter((name) => SHEET.test(name))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  const sheet = files[first ?? '']
  if (!sheet) throw new TypeError('There is no sheet.')
  return rowsOfSheet(sheet, files[STRINGS] ? sharedStrings(files[STRINGS]) : [])
}

/** The texts that cells refer to by number. */
function sharedStrings(xml: Uint8Array): string[] {
  const strings: string[] = []
  let [text, isText] = ['', false]
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    if (name === 'si') text = ''
    isText = name === 't'
  })
  parser.on('text', (value) => {
    if (isText) text += value
  })
  parser.on('closetag', ({ name }) => {
    isText = false
    if (name === 'si') strings.push(text)
  })
  parser.write(strFromU8(xml)).close()
  return strings
}

function rowsOfSheet(xml: Uint8Array, strings: readonly string[]): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let [cell, type, value, isValue] = ['', '', '', false]
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'row') row = []
    if (name === 'c')
      [cell, type, value] = [String(attributes.r ?? ''), String(attributes.t ?? ''), '']
    isValue = name === 'v' || name === 't'
  })
  parser.on('text', (text) => {
    if (isValue) value += text
  })
  parser.on('closetag', ({ name }) => {
    isValue = false
    if (name === 'c') {
      row[columnOf(cell) ?? row.length] = type === 's' ? (strings[Number(value)] ?? '') : value
    }
    if (name === 'row') rows.push(Array.from(row, (text) => text ?? ''))
  })
  parser.write(strFromU8(xml)).close()
  return rows
}

/** The column of a cell named like "AB12", counted from 0; undefined for an unnamed one. */
function columnOf(cell: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(cell)?.[0]
  if (letters === undefined) return undefined
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
