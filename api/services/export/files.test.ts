import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { describe, expect, it, vi } from 'vitest'
import { neutralise } from '#api/contract/csv.ts'
import { EXPORT_COLUMNS, type ExportedPerson, exportColumns } from '#api/contract/export-columns.ts'
import { createLog } from '#api/log.ts'
import { AppError } from '#sync/contract/errors.ts'
import { csvFile } from './csv-file.ts'
import { fileStream } from './file-stream.ts'
import { acquireLayoutSlot, pdfEntry, pdfFile } from './pdf-file.ts'
import { xlsxFile } from './xlsx-file.ts'

const log = createLog('silent')

const NOBODY: ExportedPerson = {
  id: '00000000-0000-4000-8000-00000000000a',
  npi: null,
  first_name: null,
  middle_name: null,
  last_name: null,
  credential: null,
  title: null,
  title_level: null,
  job_function: null,
  specialty: null,
  organization: null,
  company_size: null,
  company_industry: null,
  company_revenue: null,
  company_domain: null,
  company_start_date: null,
  city: null,
  state: null,
  country: null,
  office_city: null,
  office_state: null,
  office_zip: null,
  linkedin_url: null,
  connections: null,
  gender: null,
  skills: [],
  education: null,
  source: 'test',
  contacts: [],
}
const ZENOBIA: ExportedPerson = {
  ...NOBODY,
  first_name: 'Zénobia',
  last_name: 'Feather, "the Quill"',
  organization: 'Larkspur\nHeart',
  connections: 412,
  skills: ['Triage', 'Telemetry'],
  education: [{ school: 'Larkspur College', degree: 'MD', year: 1999 }],
  contacts: [
    {
      kind: 'phone',
      value: '+1 806 555 0101',
      source: 'test',
      verified_at: '2026-11-08T10:00:00Z',
    },
  ],
}

async function* batches(...people: ExportedPerson[]) {
  for (const person of people) yield [person]
}

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const piece of pieces) chunks.push(Buffer.from(piece))
  return Buffer.concat(chunks)
}

const readCsv = (file: Buffer) =>
  parse(file, { bom: true, record_delimiter: '\r\n', relax_column_count: false }) as string[][]

/** Cells as a spreadsheet reads them: inline strings as text, numbers as numbers. */
function readXlsx(file: Buffer): (string | number | null)[][] {
  const sheet = unzipSync(file)['xl/worksheets/sheet1.xml']
  const rows: (string | number | null)[][] = []
  let isText = false
  let text = ''
  let isIn = false
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'row') rows.push([])
    if (name === 'c') isText = attributes.t === 'inlineStr'
    if (name === 'c') text = ''
    isIn = name === 't' || name === 'v'
  })
  parser.on('text', (piece) => {
    if (isIn) text += piece
  })
  parser.on('closetag', ({ name }) => {
    isIn = false
    if (name !== 'c') return
    rows.at(-1)?.push(isText ? text : text === '' ? null : Number(text))
  })
  parser.write(Buffer.from(sheet ?? []).toString('utf8')).close()
  return rows
}

/** Any text, weighted towards texts that break careless file writers. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => text.isWellFormed()),
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '=', ';', "'", ' ', 'a') }),
  fc.constantFrom('=1+1', '"', '""', '\r\n', ',', '_x0041_', '<b>&amp;</b>', 'constructor'),
)

describe('a CSV file', () => {
  it('EXPORT-09 quotes properly: any text comes back from a CSV reader', async () => {
    const columns = exportColumns(['first_name', 'organization', 'skills'])
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyText, async (first_name, organization, skill) => {
        const person = { ...NOBODY, first_name, organization, skills: [skill] }
        const [header, row, ...more] = readCsv(await whole(csvFile(batches(person), columns)))
        expect(header).toEqual(['First name', 'Organization', 'Skills'])
        expect(row).toEqual([first_name, organization, skill].map(neutralise))
        expect(more).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('leaves no formula in a cell of its own where lines are split at another mark', async () => {
    const person = { ...NOBODY, first_name: "Zoë;=cmd|' /C calc'!A1", organization: 'A\t=1+1' }
    const columns = exportColumns(['first_name', 'organization'])
    const [, line] = (await whole(csvFile(batches(person), columns))).toString().split('\r\n')
    // Quotes protect the first cell of the line alone.
    expect(line).toBe(`"Zoë;'=cmd|' /C calc'!A1","A\t'=1+1"`)
  })

  it('says that it is UTF-8, so that Excel keeps the accents', async () => {
    const file = await whole(csvFile(batches(ZENOBIA), exportColumns(['first_name'])))
    expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(file.toString()).toContain('Zénobia')
  })

  it('holds a LinkedIn address only where it is one', async () => {
    const linkedInOf = async (linkedin_url: string) => {
      const person = batches({ ...NOBODY, linkedin_url })
      return readCsv(await whole(csvFile(person, exportColumns(['linkedin_url']))))[1]
    }
    const address = 'https://www.linkedin.com/in/zenobia-example'
    expect(await linkedInOf(address)).toEqual([address])
    expect(await linkedInOf('https://evil.example/in/zenobia')).toEqual([''])
  })

  it('holds the columns asked for, in that order', async () => {
    const keys = ['phone', 'phone_verified', 'last_name', 'connections', 'education', 'title']
    const file = await whole(csvFile(batches(ZENOBIA, NOBODY), exportColumns(keys)))
    expect(readCsv(file)).toEqual([
      ['Mobile phone', 'Mobile phone verified', 'Last name', 'Connections', 'Education', 'Title'],
      [
        "'+1 806 555 0101",
        '2026-11-08',
        'Feather, "the Quill"',
        '412',
        'Larkspur College, MD, 1999',
        '',
      ],
      ['', '', '', '', '', ''],
    ])
  })

  it('says of a contact that was reported wrong by two that it was', async () => {
    const contacts = ZENOBIA.contacts.map((each) => ({ ...each, is_disputed: true as const }))
    const columns = exportColumns(['phone', 'phone_verified'])
    const file = await whole(csvFile(batches({ ...ZENOBIA, contacts }), columns))
    expect(readCsv(file)[1]).toEqual(["'+1 806 555 0101", 'reported wrong'])
  })
})

describe('an Excel file', () => {
  it('EXPORT-08 holds the same cells, numbers as numbers', async () => {
    const file = await whole(xlsxFile(batches(ZENOBIA, NOBODY), exportColumns(undefined)))
    const [header, zenobia, nobody] = readXlsx(file)
    expect(header).toEqual(EXPORT_COLUMNS.map((column) => column.header))
    expect(zenobia).toContain('Zénobia')
    expect(zenobia).toContain('Larkspur\nHeart')
    expect(zenobia).toContain(412)
    expect(zenobia).toContain("'+1 806 555 0101")
    expect(nobody).toEqual(header?.map(() => null))
  })

  it('EXPORT-09 takes any text as text', async () => {
    const columns = exportColumns(['title'])
    await fc.assert(
      fc.asyncProperty(anyText, async (title) => {
        const rows = readXlsx(await whole(xlsxFile(batches({ ...NOBODY, title }), columns)))
        const kept = neutralise(title)
          // What XML cannot hold is gone, what Excel would decode is spelled out.
          // biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones
          .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
          .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
        expect(rows).toEqual([['Title'], [kept]])
      }),
      { numRuns: 200 },
    )
  })
})

describe('a PDF file', () => {
  it('EXPORT-08 names the person and says what is known', async () => {
    const columns = exportColumns(['first_name', 'last_name', 'phone', 'title', 'connections'])
    expect(pdfEntry(ZENOBIA, columns)).toEqual({
      name: 'Zénobia Feather, "the Quill"',
      facts: [
        { label: 'Mobile phone', value: '+1 806 555 0101' },
        { label: 'Connections', value: '412' },
      ],
    })
    const file = await whole(pdfFile(batches(ZENOBIA, NOBODY), columns, acquireLayoutSlot()))
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
    expect(file.subarray(-6).toString()).toContain('%%EOF')
  })

  it('is laid out beside one other at most, and its place is free again when it is', async () => {
    const [one, other] = [acquireLayoutSlot(), acquireLayoutSlot()]
    expect(acquireLayoutSlot).toThrow('Other PDFs are being made.')
    other.abort()
    other.abort()
    const again = acquireLayoutSlot()
    expect(acquireLayoutSlot).toThrow(AppError)
    await whole(pdfFile(batches(ZENOBIA), exportColumns(['last_name']), one))
    acquireLayoutSlot().abort()
    again.abort()
  })

  it('ends its process when nobody waits for it any more', async () => {
    const layout = acquireLayoutSlot()
    const started = new Promise<ChildProcess>((resolve) => {
      const hear = (message: unknown) => {
        unsubscribe('child_process', hear)
        resolve((message as { process: ChildProcess }).process)
      }
      subscribe('child_process', hear)
    })
    const pieces = pdfFile(batches(ZENOBIA), exportColumns(['last_name']), layout)
    const reader = fileStream(pieces, log, layout).getReader()
    const child = await started
    const ended = new Promise((resolve) => child.on('exit', (...how) => resolve(how)))
    await reader.cancel()
    expect(await ended).toEqual([null, 'SIGTERM'])
  })
})

describe('a file that cannot be written to its end', () => {
  const failing = async function* () {
    yield Buffer.from('first line')
    throw Object.assign(new Error('no such column'), { detail: 'Key (email)=(jo@x.test)' })
  }

  it('is cut off by an error that says nothing, and is logged', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue(undefined)
    const reader = fileStream(failing(), log).getReader()
    await reader.read()
    await expect(reader.read()).rejects.toEqual(new Error('The file was cut off.'))
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      { err: expect.objectContaining({ message: 'no such column' }) },
      'A file was cut off',
    )
    logged.mockRestore()
  })

  it('is no fault where the client went away', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue(undefined)
    const work = new AbortController()
    let begin: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    async function* waiting(): AsyncGenerator<Uint8Array> {
      begin()
      yield await new Promise<Uint8Array>((_, reject) => {
        work.signal.addEventListener('abort', () => reject(work.signal.reason))
      })
    }
    const reader = fileStream(waiting(), log, work).getReader()
    await begun
    await reader.cancel()
    expect(work.signal.aborted).toBe(true)
    expect(logged).not.toHaveBeenCalled()
    logged.mockRestore()
  })
})
