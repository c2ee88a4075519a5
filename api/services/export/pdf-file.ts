import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ExportColumn, ExportedPerson } from '../../../db/schema/export-columns.ts'

/** What a PDF says of one person: a heading and what is known beside it. */
export interface PdfEntry {
  name: string
  facts: { label: string; value: string }[]
}

/** What the process that lays out is given. */
export interface PdfOrder {
  entries: PdfEntry[]
  /** The day it was made, as it stands on every page. */
  madeOn: string
}

/** A document of 1,000 people takes 300; the rest is for texts longer than anybody's. */
const HEAP_MB = 768

/** 1,000 people take 2 s on an idle machine and 20 s on a crowded one. */
const LAYOUT_MAX_MS = 120_000

/**
 * A PDF to print and read: each person a block with what the columns say, empty ones left out.
 * Layout takes a second per 700 people, so a process of its own does it while this one answers.
 */
export async function* pdfFile(
  batches: AsyncIterable<readonly ExportedPerson[]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<Uint8Array> {
  const entries: PdfEntry[] = []
  for await (const people of batches) {
    for (const person of people) entries.push(pdfEntry(person, columns))
  }
  const madeOn = new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  yield await layOut({ entries, madeOn })
}

/** A person by the chosen columns: those of the name are the heading. */
export function pdfEntry(person: ExportedPerson, columns: readonly ExportColumn[]): PdfEntry {
  const known = columns.flatMap(({ header, isName, value }) => {
    const text = value(person)
    return text === null ? [] : [{ label: header, value: String(text), isName }]
  })
  const names = known.filter(({ isName }) => isName)
  return {
    name: names.map(({ value }) => value).join(' '),
    facts: known.filter(({ isName }) => !isName).map(({ label, value }) => ({ label, value })),
  }
}

function layOut(order: PdfOrder): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const loader = createRequire(import.meta.url).resolve('tsx')
    const child = fork(fileURLToPath(new URL('./pdf-process.ts', import.meta.url)), {
      execArgv: [`--max-old-space-size=${HEAP_MB}`, '--import', pathToFileURL(loader).href],
      // Sends bytes as bytes.
      serialization: 'advanced',
      timeout: LAYOUT_MAX_MS,
    })
    child.once('message', (file: Uint8Array) => resolve(file))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The PDF process ended with ${code}`)))
    // Not on the command line, where everybody on the machine could read it.
    child.send(order)
  })
}
