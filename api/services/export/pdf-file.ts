import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ExportColumn, ExportedPerson } from '../../../db/schema/export-columns.ts'

/** What a PDF says of one person: a heading and what is known beside it. */
export interface PdfEntry {
  name: string
  facts: { label: string; value: string }[]
}

/** What the thread that lays out is given. */
export interface PdfOrder {
  entries: PdfEntry[]
  /** The day it was made, as it stands on every page. */
  madeOn: string
}

/** A document of 1,000 people takes 300; the rest is for names longer than anybody's. */
const HEAP_MB = 768

/**
 * A PDF to print and read: each person a block with what the columns say, empty ones left out.
 * Layout takes a second per 700 people, so a thread of its own does it while this one answers.
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
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
    const worker = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
      workerData: order,
      execArgv: ['--import', tsx],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`PDF layout ended with ${code}`)))
  })
}
