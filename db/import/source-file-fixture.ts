import { crc32, deflateRawSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'

/** A ZIP archive of these texts by name, optionally with ZIP64 fields. */
export function zipOf(files: Record<string, string | Uint8Array>, { zip64 = false } = {}): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const plain = Buffer.from(content as Uint8Array)
    const packed = deflateRawSync(plain)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(crc32(plain), 16)
    entry.writeUInt32LE(zip64 ? 0xffffffff : packed.length, 20)
    entry.writeUInt32LE(zip64 ? 0xffffffff : plain.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt16LE(zip64 ? 28 : 0, 30)
    entry.writeUInt32LE(zip64 ? 0xffffffff : at, 42)
    const extra = Buffer.alloc(zip64 ? 28 : 0)
    if (zip64) {
      extra.writeUInt16LE(1, 0)
      extra.writeUInt16LE(24, 2)
      const wide = [plain.length, packed.length, at]
      for (const [i, value] of wide.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + i * 8)
    }
    locals.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name), extra)
    at += 30 + name.length + packed.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt32LE(zip64 ? 0xffffffff : entries.length, 12)
  end.writeUInt32LE(zip64 ? 0xffffffff : at, 16)
  const wideEnd = Buffer.alloc(zip64 ? 76 : 0)
  if (zip64) {
    wideEnd.writeUInt32LE(0x06064b50, 0)
    wideEnd.writeBigUInt64LE(BigInt(entries.length), 40)
    wideEnd.writeBigUInt64LE(BigInt(at), 48)
    wideEnd.writeUInt32LE(0x07064b50, 56)
    wideEnd.writeBigUInt64LE(BigInt(at + entries.length), 64)
  }
  return Buffer.concat([...locals, entries, wideEnd, end])
}

/**
 * An Excel workbook of one sheet; texts are in its shared strings, as in the registry's workbooks.
 * As in Excel, empty cells are omitted, except those with a colour, which a blank represents.
 */
export function xlsxOf(rows: readonly (readonly string[])[]): Uint8Array {
  const strings = [...new Set(rows.flat())]
  const inXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const cell = (text: string, column: number, row: number) => {
    const name = `r="${String.fromCharCode(65 + column)}${row + 1}"`
    if (text.trim() === '') return text === '' ? '' : `<c ${name} s="1"/>`
    return `<c ${name} t="s"><v>${strings.indexOf(text)}</v></c>`
  }
  const sheet = rows
    .map((row, i) => `<row r="${i + 1}">${row.map((text, c) => cell(text, c, i)).join('')}</row>`)
    .join('')
  return zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/sharedStrings.xml': strToU8(
      `<sst>${strings.map((text) => `<si><t>${inXml(text)}</t></si>`).join('')}</sst>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
  })
}
