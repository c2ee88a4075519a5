import { Zip, ZipDeflate } from 'fflate'
import type { ExportColumn, ExportedPerson } from '#api/contract/export-columns.ts'
import { type Cell, cellsOf } from './cells.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OPEN_XML = 'http://schemas.openxmlformats.org'
const MAIN = `${OPEN_XML}/spreadsheetml/2006/main`
const RELATIONS = `${OPEN_XML}/officeDocument/2006/relationships`
const PACKAGE = `${OPEN_XML}/package/2006`
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a minimal workbook other than its sheet: one sheet, plain and bold text. */
const PARTS: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
}

const BOLD = 1

/**
 * An Excel workbook (ECMA-376), streamed and zipped row by row, so that memory does not grow with the
 * export. The header row is frozen.
 */
export async function* xlsxFile(
  batches: AsyncIterable<readonly ExportedPerson[]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    ready.push(piece)
  })
  const take = () => {
    const pieces = ready
    ready = []
    return pieces
  }
  const add = (name: string) => {
    const file = new ZipDeflate(name, { level: 6 })
    zip.add(file)
    return (text: string, isLast = false) => file.push(Buffer.from(text), isLast)
  }

  for (const [name, xml] of Object.entries(PARTS)) add(name)(XML + xml, true)
  const sheet = add('xl/worksheets/sheet1.xml')
  sheet(
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns.length}" width="22" customWidth="1"/></cols><sheetData>`,
  )
  sheet(
    rowXml(
      columns.map(({ header }) => header),
      BOLD,
    ),
  )
  for await (const people of batches) {
    sheet(people.map((person) => rowXml(cellsOf(person, columns))).join(''))
    yield* take()
  }
  sheet('</sheetData></worksheet>', true)
  zip.end()
  yield* take()
}

function rowXml(cells: readonly Cell[], style = 0): string {
  return `<row>${cells.map((cell) => cellXml(cell, style)).join('')}</row>`
}

/** Strings are inline: a table of shared strings would have to be held in memory until the end. */
function cellXml(cell: Cell, style: number): string {
  if (cell === null) return `<c s="${style}"/>`
  if (typeof cell === 'number') return `<c s="${style}"><v>${cell}</v></c>`
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 cannot hold is the point
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(NOT_XML, '')
      // Excel decodes _x0041_ as "A": such an underscore is itself written in that form.
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replace(/[&<>\r]/g, (character) => ENTITIES[character] ?? '')
  )
}
