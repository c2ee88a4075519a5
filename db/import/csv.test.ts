import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvRecord, type CsvSource, readCsv } from './csv.ts'

/** Splits text into chunks, which may end anywhere, even within a character. */
function inPieces(text: string, size: number): CsvSource {
  const whole = Buffer.from(text)
  const chunks = function* () {
    for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
  }
  return { chunks: chunks(), decode: (bytes, from, to) => bytes.toString('utf8', from, to) }
}

/** Reads all columns, or those named. */
async function read(
  text: string,
  { size = 7, columns }: { size?: number; columns?: string[] } = {},
) {
  const records: CsvRecord[] = []
  let header: string[] = []
  const choose = (names: string[]) => {
    header = names
    return columns ? columns.map((name) => names.indexOf(name)) : names.map((_, i) => i)
  }
  for await (const some of readCsv(inPieces(text, size), choose)) records.push(...some)
  return { header, records }
}

const values = async (text: string) => (await read(text)).records.map((record) => record.values)

describe('readCsv', () => {
  it('reads what an established reader reads, however the text arrives', async () => {
    const value = fc.string({ unit: fc.constantFrom('a', 'é', ' ', ',', '"', '\n', '\r\n', "'") })
    // Records are wide and mostly empty, so that runs of empty values are skipped.
    const sparse = fc.oneof(
      { weight: 6, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: value },
    )
    const row = fc.array(sparse, { minLength: 24, maxLength: 24 })
    const table = fc.array(row, { minLength: 1, maxLength: 8 })
    const header = Array.from({ length: 24 }, (_, column) => `c${column}`).join(',')
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    const quotedAtNeed = (text: string) => (/[",\r\n]/.test(text) ? quoted(text) : text)
    const form = fc.record({
      quote: fc.constantFrom(quoted, quotedAtNeed),
      lineEnd: fc.constantFrom('\n', '\r\n'),
      mark: fc.constantFrom('', '\uFEFF'),
      size: fc.integer({ min: 1, max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(table, form, async (rows, { quote, lineEnd, mark, size }) => {
        const lines = [header, ...rows.map((row) => row.map(quote).join(','))]
        const text = mark + lines.join(lineEnd)
        const expected: string[][] = parse(text, { from_line: 2, bom: true })
        const { records } = await read(text, { size })
        expect(records.map((record) => record.values)).toEqual(expected)
        expect(records.every((record) => record.error === undefined)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('gives chosen columns only, in the order they were asked for', async () => {
    const { records } = await read('a,b,c\n1,"2",3\n', { columns: ['c', 'a'] })
    expect(records).toEqual([{ line: 2, values: ['3', '1'] }])
  })

  it.each([
    ['a byte order mark', '\uFEFFa,b\n1,2\n'],
    ['line ends of Windows', 'a,b\r\n1,2\r\n'],
    ['no line end at the end', 'a,b\n1,2'],
    ['empty lines', 'a,b\n\n1,2\n\r\n\n'],
  ])('takes %s', async (_, text) => {
    expect(await read(text)).toMatchObject({
      header: ['a', 'b'],
      records: [{ values: ['1', '2'] }],
    })
  })

  it('counts lines, those within values too', async () => {
    const { records } = await read('a,b\n"1\n1",2\n\n3,4\n')
    expect(records.map(({ line }) => line)).toEqual([2, 5])
  })

  it('keeps empty values', async () => {
    expect(await values('a,b,c\n,,\n"","",""\n')).toEqual([
      ['', '', ''],
      ['', '', ''],
    ])
  })

  it.each([
    ['a,b\n1\n2,3\n', '1 values, the header has 2'],
    ['a,b\n1,2,3\n2,3\n', '3 values, the header has 2'],
    ['a,b\n"1"x,2\n2,3\n', 'text after the closing quote of value 1'],
  ])('marks the bad record of %j and goes on', async (text, error) => {
    const { records } = await read(text)
    expect(records.map((record) => record.error)).toEqual([error, undefined])
  })

  it.each([
    ['', 'The file is empty.'],
    ['a,b\n1,2\n3', 'The file is cut off: line 3 has no end.'],
    ['a,b\n1,2\n3,"4', 'The file is cut off: line 3 has no end.'],
  ])('refuses %j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })

  it('gives up on a quote that is never closed before memory does', async () => {
    const text = `a,b\n1,"${'x\n'.repeat(700_000)}`
    await expect(read(text, { size: 65_536 })).rejects.toThrow('line 2 never ends')
  })
})
