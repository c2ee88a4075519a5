import { createRequire } from 'node:module'
import { dirname, sep } from 'node:path'
import type { Content, createPdf, setLocalAccessPolicy, setUrlAccessPolicy } from 'pdfmake'
import type { TDocumentDefinitions, TFontDictionary } from 'pdfmake/interfaces'
import { BRAND } from '#sync/contract/brand.ts'
import type { PdfEntry, PdfJob } from './pdf-file.ts'

/** The server API of pdfmake, which its types lack. */
interface PdfMake {
  addFonts(fonts: TFontDictionary): void
  createPdf: typeof createPdf
  setLocalAccessPolicy: typeof setLocalAccessPolicy
  setUrlAccessPolicy: typeof setUrlAccessPolicy
}

const INK = '#1c1917'
const MUTED = '#6b6460'

const require = createRequire(import.meta.url)
const pdfmake = require('pdfmake') as PdfMake
const fonts = require.resolve('pdfmake/fonts/Roboto.js')
pdfmake.addFonts(require(fonts) as TFontDictionary)
// Security: a document may fetch no URL and read no file except its own fonts.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(dirname(fonts) + sep))

// The parent process has ended, so nothing would receive the file.
process.on('disconnect', () => process.exit(1))

process.once('message', (job: PdfJob) => {
  pdfmake
    .createPdf(document(job))
    .getBuffer()
    .then((file) => process.send?.(file, () => process.exit(0)))
    .catch(() => process.exit(1))
})

function document({ entries, madeOn }: PdfJob): TDocumentDefinitions {
  const count = `${entries.length.toLocaleString('en-US')} ${entries.length === 1 ? 'person' : 'people'}`
  return {
    info: { title: `${BRAND} export`, creator: BRAND },
    pageSize: 'LETTER',
    pageMargins: [48, 56, 48, 56],
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.25, color: INK },
    header: line(`${BRAND} export`, `${count}, ${madeOn}`, [48, 26, 48, 0]),
    footer: (page, pages) => line('', `${page} of ${pages}`, [48, 18, 48, 0]),
    content: entries.map(block),
  }
}

function line(left: string, right: string, margin: [number, number, number, number]): Content {
  return {
    margin,
    color: MUTED,
    fontSize: 8,
    columns: [{ text: left }, { text: right, alignment: 'right' }],
  }
}

/** The block of one person, kept on one page unless it is longer than a page. */
function block({ name, facts }: PdfEntry): Content {
  const half = Math.ceil(facts.length / 2)
  const column = (part: PdfEntry['facts']): Content => ({
    stack: part.map(({ label, value }) => ({
      text: [{ text: `${label}  `, color: MUTED }, { text: value }],
    })),
  })
  return {
    unbreakable: true,
    margin: [0, 0, 0, 14],
    stack: [
      ...(name ? [{ text: name, bold: true, fontSize: 12, margin: [0, 0, 0, 3] } as Content] : []),
      { columnGap: 20, columns: [column(facts.slice(0, half)), column(facts.slice(half))] },
    ],
  }
}
