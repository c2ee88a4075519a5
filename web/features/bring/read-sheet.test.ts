import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readSheet, SHEET_BYTES_MAX, UnreadableSheetError } from './read-sheet.ts'

const csv = (text: string) => cellsOf(new Blob([text]))
const cellsOf = async (file: Blob) => (await readSheet(file)).map(({ cells }) => cells)

describe('a CSV file', () => {
  it.each([
    ['commas', 'NPI,Name\n1234567893,"Smith, Ana"\n'],
    ['semicolons', 'NPI;Name\r\n1234567893;"Smith, Ana"\r\n'],
    ['tabs, and a byte order mark', '\uFEFFNPI\tName\n1234567893\tSmith, Ana'],
    ['empty rows and blanks', '\n\nNPI, Name \n,\n 1234567893,"Smith, Ana"\n\n'],
  ])('is read with %s', async (_what, text) => {
    expect(await csv(text)).toEqual([
      ['NPI', 'Name'],
      ['1234567893', 'Smith, Ana'],
    ])
  })

  it('has its empty rows counted', async () => {
    expect(
      await readSheet(new Blob(['\r\nNPI,Name\r\n\r\n,\r\n1234567893,"A\nB"\r\n\r\n7,C\r\n'])),
    ).toEqual([
      { row: 2, cells: ['NPI', 'Name'] },
      { row: 5, cells: ['1234567893', 'A\nB'] },
      { row: 7, cells: ['7', 'C'] },
    ])
  })

  it('is read in UTF-16 and as old Windows programs write it', async () => {
    const wide = new Uint8Array([0xff, 0xfe, 0x4a, 0, 0xf3, 0])
    expect(await cellsOf(new Blob([wide]))).toEqual([['Jó']])
    expect(await cellsOf(new Blob([new Uint8Array([0x4a, 0xf3])]))).toEqual([['Jó']])
  })
})

const CELL = (ref: string, type: string, value: string) =>
  `<c r="${ref}" t="${type}"><v>${value}</v></c>`
const workbook = (sheet: string, strings = '') =>
  zipSync({
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
    'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
    'xl/other.xml': strToU8('not for us'),
  })

describe('an Excel workbook', () => {
  it('is read with shared and inline texts, numbers and gaps', async () => {
    const bytes = workbook(
      `<row>${CELL('A1', 's', '0')}${CELL('C1', 's', '1')}</row>
       <row>${CELL('A2', 'n', '1234567893')}<c r="C2" t="inlineStr"><is><t>Ana</t></is></c></row>`,
      '<si><t>NPI</t></si><si><r><t>First </t></r><r><t>name</t></r></si>',
    )
    expect(await cellsOf(new Blob([bytes]))).toEqual([
      ['NPI', '', 'First name'],
      ['1234567893', '', 'Ana'],
    ])
  })

  it('is read where its elements have a prefix, as some programs write them', async () => {
    const row = '<x:row><x:c r="A1" t="s"><x:v>0</x:v></x:c></x:row>'
    const bytes = zipSync({
      'xl/worksheets/sheet1.xml': strToU8(`<x:worksheet xmlns:x="s">${row}</x:worksheet>`),
      'xl/sharedStrings.xml': strToU8('<x:sst xmlns:x="s"><x:si><x:t>NPI</x:t></x:si></x:sst>'),
    })
    expect(await cellsOf(new Blob([bytes]))).toEqual([['NPI']])
  })

  it('is read without its empty cells of a colour, and without formulas that failed', async () => {
    const bytes = workbook(
      `<row>${CELL('A1', 'str', 'NPI')}${CELL('B1', 'str', 'Title')}<c r="XFD1" s="4"/></row>
       <row>${CELL('A2', 'n', '1234567893')}${CELL('B2', 'e', '#N/A')}</row>`,
    )
    expect(await cellsOf(new Blob([bytes]))).toEqual([['NPI', 'Title'], ['1234567893']])
  })

  it('has its empty rows counted', async () => {
    const bytes = workbook(
      `<row>${CELL('A1', 'n', '1')}</row><row/><row>${CELL('A3', 'n', '3')}</row>`,
    )
    expect((await readSheet(new Blob([bytes]))).map(({ row }) => row)).toEqual([1, 3])
  })

  it('has rows of a thousand cells at most, and of one behind them', async () => {
    const bytes = workbook(`<row>${CELL('ZZZ1', 'n', '1')}</row>`)
    const [row] = await cellsOf(new Blob([bytes]))
    expect(row).toEqual([...Array(1000).fill(''), '1'])
  })
})

const cut = workbook('<row><c r="A1" t="n"><v>1</v></c></row>').slice(0, 80)

describe('refuses, with words', () => {
  it.each([
    ['an empty file', new Blob([]), 'There is nothing in it.'],
    ['rows of nothing', new Blob([',,\n,,']), 'There is nothing in it.'],
    ['a workbook cut off', new Blob([cut]), 'The Excel file is damaged, cut off or protected.'],
    [
      'another archive',
      new Blob([zipSync({ 'a.txt': strToU8('a') })]),
      'The Excel file is damaged, cut off or protected.',
    ],
    [
      'an old Excel file',
      new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0])]),
      'It is of an old Excel. Save it as .xlsx or .csv first.',
    ],
    [
      'a picture',
      new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0])]),
      'It is neither a CSV file nor an Excel workbook.',
    ],
    [
      'a quote that is never closed',
      new Blob(['NPI\n"1234567893']),
      'It ends within a quoted value, or is no table.',
    ],
    [
      'one that is too large',
      new Blob([new Uint8Array(SHEET_BYTES_MAX + 1)]),
      'It is larger than 10 MB.',
    ],
  ])('%s', async (_what, file, message) => {
    await expect(readSheet(file)).rejects.toThrow(new UnreadableSheetError(message))
  })

  it('a small file that unpacks to a large one', async () => {
    const bomb = workbook(' '.repeat(70 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(SHEET_BYTES_MAX)
    await expect(readSheet(new Blob([bomb]))).rejects.toThrow('damaged, cut off or protected')
  })
})
