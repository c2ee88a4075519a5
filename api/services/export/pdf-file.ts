import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ExportColumn, ExportedPerson } from '#api/contract/export-columns.ts'
import { AppError } from '#sync/contract/errors.ts'

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

/** Each takes a core and up to `HEAP_MB`: more at once would take both from everybody's searches. */
const LAYOUTS_MAX = 2

let layouts = 0

/**
 * A place to lay a PDF out in; taken before anything of the export is promised or counted.
 * @returns abort it to give the place back, which ends what still goes on there.
 * @throws AppError `rate_limited` when all are taken.
 */
export function takeLayout(): AbortController {
  if (layouts >= LAYOUTS_MAX) {
    throw new AppError(
      'rate_limited',
      'Other PDFs are being made. Try again in a minute, or choose CSV or Excel.',
    )
  }
  layouts += 1
  const layout = new AbortController()
  const giveBack = () => {
    layouts -= 1
  }
  layout.signal.addEventListener('abort', giveBack, { once: true })
  return layout
}

/**
 * A PDF to print and read: each person a block with what the columns say, empty ones left out.
 * Layout takes a second per 700 people, so a process of its own does it while this one answers.
 * @param layout from `takeLayout`; given back when the document is laid out, however slowly it is
 * then fetched.
 */
export async function* pdfFile(
  batches: AsyncIterable<readonly ExportedPerson[]>,
  columns: readonly ExportColumn[],
  layout: AbortController,
): AsyncGenerator<Uint8Array> {
  let file: Uint8Array
  try {
    const entries: PdfEntry[] = []
    for await (const people of batches) {
      for (const person of people) entries.push(pdfEntry(person, columns))
    }
    const madeOn = new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    file = await layOut({ entries, madeOn }, layout.signal)
  } finally {
    layout.abort()
  }
  yield file
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

function layOut(order: PdfOrder, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const loader = createRequire(import.meta.url).resolve('tsx')
    const child = fork(fileURLToPath(new URL('./pdf-process.ts', import.meta.url)), {
      execArgv: [`--max-old-space-size=${HEAP_MB}`, '--import', pathToFileURL(loader).href],
      // Sends bytes as bytes.
      serialization: 'advanced',
      timeout: LAYOUT_MAX_MS,
      signal,
    })
    child.once('message', (file: Uint8Array) => resolve(file))
    // Not once: ended while it is given its order, it fails twice.
    child.on('error', reject)
    child.once('exit', (code) => reject(new Error(`The PDF process ended with ${code}`)))
    // Not on the command line, where everybody on the machine could read it.
    child.send(order)
  })
}
