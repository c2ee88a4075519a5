import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TextDecoding } from './decode-text.ts'
import { openSourceFile } from './source-file.ts'
import { xlsxOf, zipOf } from './source-file-fixture.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clinidex-source-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(content: string | Uint8Array): Promise<string> {
  const path = join(folder, 'file')
  await writeFile(path, content)
  let text = ''
  const { chunks, decode } = await openSourceFile(path)
  for await (const chunk of chunks) text += decode(chunk, 0, chunk.length)
  return text
}

const TEXT = 'a,b\n1,2\n'
const ROWS = [
  ['a', 'b'],
  ['1', 'x & "y"'],
]
const ROWS_TEXT = '"a","b"\n"1","x & ""y"""\n'
const SMALL = { 'readme.pdf': 'not this', 'header.csv': 'a\n' }

it('a cell far to the right of a workbook makes its row faulty, and not a thousand times as long', async () => {
  const rows = '<row><c r="A1"><v>a</v></c></row><row><c r="ZZZ2"><v>1</v></c></row>'
  const sheet = `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  const workbook = zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/worksheets/sheet1.xml': strToU8(sheet),
  })
  const [header, row] = (await read(workbook)).split('\n')
  expect(header).toBe('"a"')
  expect(row?.split(',')).toEqual([...Array(1000).fill('""'), '"1"'])
})

it('the elements of a workbook may have a prefix, as some programs write them', async () => {
  const rows = '<x:row><x:c r="A1" t="s"><x:v>0</x:v></x:c></x:row>'
  const workbook = zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/sharedStrings.xml': strToU8('<x:sst xmlns:x="s"><x:si><x:t>a</x:t></x:si></x:sst>'),
    'xl/worksheets/sheet1.xml': strToU8(
      `<x:worksheet xmlns:x="s"><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
    ),
  })
  expect(await read(workbook)).toBe('"a"\n')
})

it('DATA-01 a formula of a workbook that failed has no value', async () => {
  const rows = '<row><c r="A1" t="e"><v>#N/A</v></c><c r="B1" t="str"><v>b</v></c></row>'
  const workbook = zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  })
  expect(await read(workbook)).toBe('"","b"\n')
})

describe('a file of whatever name', () => {
  it.each([
    ['plain', TEXT, TEXT],
    ['gzipped', gzipSync(TEXT), TEXT],
    ['zipped', zipOf({ 'a.csv': TEXT }), TEXT],
    ['the largest of its kind in an archive', zipOf({ ...SMALL, 'a.csv': TEXT }), TEXT],
    ['in an archive for files beyond 4 GB', zipOf({ 'a.csv': TEXT }, { zip64: true }), TEXT],
    ['a workbook', xlsxOf(ROWS), ROWS_TEXT],
    ['a zipped workbook', zipOf({ 'a.xlsx': xlsxOf(ROWS) }), ROWS_TEXT],
    ['empty', '', ''],
  ])('is read when %s', async (_, content, text) => {
    expect(await read(content)).toBe(text)
  })

  const large = 'x,y\n'.repeat(5_000)
  const archive = zipOf({ 'a.csv': large })
  const spoilt = Buffer.from(archive)
  spoilt.writeUInt8((spoilt[60] ?? 0) ^ 0xff, 60)
  it.each([
    ['gzip that is cut off', gzipSync(large).subarray(0, -9), 'The file is damaged or cut off.'],
    ['an archive that is cut off', archive.subarray(0, -30), 'The archive is damaged or cut off.'],
    ['an archive with a wrong byte', spoilt, 'The archive is damaged or cut off.'],
    ['an archive without a table', zipOf({ 'a.pdf': 'x' }), 'no CSV or Excel file in the archive'],
    ['a workbook that is cut off', xlsxOf(ROWS).subarray(0, -40), 'The archive is damaged'],
    ['a picture', Buffer.from([0x89, 0x50, 0, 0, 0, 0x0d]), 'It is not a text file.'],
  ])('is refused when it is %s', async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message)
  })

  it('is unpacked no further than the size it declares', async () => {
    const bomb = zipOf({ 'a.csv': 'x,y\n'.repeat(2_000_000) })
    bomb.writeUInt32LE(1000, bomb.indexOf('PK\u0001\u0002') + 24)
    const path = join(folder, 'bomb')
    await writeFile(path, bomb)
    let length = 0
    const unpack = async () => {
      for await (const piece of (await openSourceFile(path)).chunks) length += piece.length
    }
    await expect(unpack).rejects.toThrow('The archive is damaged or cut off.')
    expect(length).toBeLessThanOrEqual(1000)
  })
})

async function decoded(bytes: Buffer, size: number) {
  const decoding = new TextDecoding()
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  let text = ''
  for await (const piece of decoding.narrow(pieces())) text += decoding.text(piece)
  return { text, encoding: decoding.encoding, hasUnreadable: decoding.hasUnreadable }
}

describe('text of unknown encoding', () => {
  const latin = fc.string({ unit: fc.constantFrom('a', 'é', 'Ñ', 'ß', 'ü', ',', '\n') })
  const any = fc.string({ unit: fc.constantFrom('a', 'é', 'ệ', '漢', '😀', ',', '\n') })
  const start = 'Contactfirstname\n'

  it('is read as it was written, however it arrives', async () => {
    await fc.assert(
      fc.asyncProperty(latin, any, fc.integer({ min: 4, max: 40 }), async (some, rest, size) => {
        const wide = `\uFEFF${start}${rest}`
        const big = Buffer.from(wide, 'utf16le').swap16()
        expect((await decoded(Buffer.from(start + rest), size)).text).toBe(start + rest)
        expect((await decoded(Buffer.from(wide, 'utf16le'), size)).text).toBe(wide)
        expect((await decoded(big, size)).text).toBe(wide)
        expect((await decoded(Buffer.from(start + rest, 'utf16le'), size)).text).toBe(start + rest)
        const single = `${start}Éé${some}`
        expect(await decoded(Buffer.from(single, 'latin1'), size)).toMatchObject({
          text: single,
          encoding: 'latin-1',
        })
      }),
    )
  })

  it('is marked where bytes are no character', async () => {
    const mac = Buffer.from([0x61, 0x8e, 0x0a])
    expect(await decoded(mac, 99)).toEqual({
      text: 'a\uFFFD\n',
      encoding: 'latin-1',
      hasUnreadable: true,
    })
    const mixed = Buffer.concat([Buffer.from('é\n'), Buffer.from('é\n', 'latin1')])
    expect(await decoded(mixed, 99)).toMatchObject({ encoding: 'utf-8', hasUnreadable: true })
    const own = Buffer.from('a source’s own \uFFFD\n')
    expect((await decoded(own, 99)).hasUnreadable).toBe(false)
  })
})
