import type { ExportColumn, ExportedPerson } from '#api/contract/export-columns.ts'
import { forkScript } from '#api/services/fork-script.ts'
import { AppError } from '#sync/contract/errors.ts'

/** One person's block in a PDF: a heading and labelled values. */
export interface PdfEntry {
  name: string
  facts: { label: string; value: string }[]
}

/** The layout process's input. */
export interface PdfJob {
  entries: PdfEntry[]
  /** The export's day, printed on every page. */
  madeOn: string
}

/** A document of 1,000 people takes 300 MB; the rest is for unusually long texts. */
const HEAP_MB = 768

/** A document of 1,000 people takes 2 s on an idle machine and 20 s on a busy one. */
const LAYOUT_MAX_MS = 120_000

/** Each layout takes a core and up to `HEAP_MB`, at the expense of searches. */
const LAYOUTS_MAX = 2

let layouts = 0

/**
 * Reserves one of the layout slots, before the export is counted or its response begins.
 * @returns a controller whose abort frees the slot and ends a layout that is still running
 * @throws AppError `rate_limited` when no slot is free
 */
export function acquireLayoutSlot(): AbortController {
  if (layouts >= LAYOUTS_MAX) {
    throw new AppError(
      'rate_limited',
      'Other PDFs are being made. Try again in a minute, or choose CSV or Excel.',
    )
  }
  layouts += 1
  const layout = new AbortController()
  const release = () => {
    layouts -= 1
  }
  layout.signal.addEventListener('abort', release, { once: true })
  return layout
}

/**
 * A PDF to print and read: a block per person with the chosen columns, without empty ones. Layout
 * takes a second per 700 people, so it runs in a child process.
 * @param layout the slot from `acquireLayoutSlot`; freed when the layout is done, however slow
 *   the download is
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

/** A person's block with the chosen columns; the name columns become the heading. */
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

function layOut(job: PdfJob, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = forkScript(new URL('./pdf-process.ts', import.meta.url), {
      nodeArgs: [`--max-old-space-size=${HEAP_MB}`],
      // The advanced serialization sends bytes without JSON.
      serialization: 'advanced',
      timeout: LAYOUT_MAX_MS,
      signal,
    })
    child.once('message', (file: Uint8Array) => resolve(file))
    // `once` would not suffice: a child aborted while its job is being sent emits two errors.
    child.on('error', reject)
    child.once('exit', (code) => reject(new Error(`The PDF process ended with ${code}`)))
    // Security: the job is not passed on the command line, where every user of the machine could
    // read it.
    child.send(job)
  })
}
