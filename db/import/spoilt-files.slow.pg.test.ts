import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { csvOf, importBench } from './import-fixture.ts'
import { legacyCsv } from './legacy-csv.ts'
import { nppes } from './nppes.ts'
import { nppesFile } from './nppes-fixture.ts'

let bench: Awaited<ReturnType<typeof importBench>>
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const EVE = {
  NPI: '1000000011',
  Contactfirstname: 'Ève',
  Contactlastname: 'Example',
  Contactofficezipcode: '02139',
  Companyname: 'Clinic, One',
}
const people = () =>
  bench.sql`select npi, first_name, office_zip, organization from candidates order by ordinal`
const RIGHT = {
  npi: '1000000011',
  first_name: 'Ève',
  office_zip: '02139',
  organization: 'Clinic, One',
}
const FILE = csvOf([EVE])

describe('a list that went through a spreadsheet', () => {
  it.each([
    ['with a byte order mark', `\uFEFF${FILE}`],
    ['with line ends of Windows', FILE.replaceAll('\n', '\r\n')],
    ['with line ends of an old Macintosh', FILE.replaceAll('\n', '\r')],
    ['in Latin-1', Buffer.from(FILE, 'latin1')],
    ['in UTF-16', Buffer.from(`\uFEFF${FILE}`, 'utf16le')],
    ['in UTF-16, unmarked', Buffer.from(FILE, 'utf16le')],
    ['without the zeros of its ZIP codes', FILE.replace('02139', '2139')],
    ['with every value quoted', FILE.replace(/(^|,)([^",\n]*)(?=,|\n)/gm, '$1"$2"')],
    ['with empty lines', `${FILE}\n\n`],
    ['with its header in another case', FILE.replace('Contactlastname', 'CONTACTLASTNAME')],
  ])('comes in right %s', async (_, file) => {
    expect(await bench.import(legacyCsv, file)).toMatchObject({ new: 1, rejected: 0 })
    expect(await people()).toEqual([RIGHT])
  })

  it.each([
    ['in the encoding of an old Macintosh', macRoman(FILE), 'neither UTF-8 nor Latin-1'],
    ['with semicolons', FILE.replaceAll(',', ';'), 'not separated by commas'],
    ['with tabs', FILE.replaceAll(',', '\t'), 'not separated by commas'],
    ['without a header', FILE.slice(FILE.indexOf('\n') + 1), 'there is no column'],
    ['cut off', FILE.slice(0, -4), 'cut off'],
    ['empty', '', 'The file is empty.'],
    ['with a mark and nothing else', '\uFEFF', 'The file is empty.'],
    ['in half a UTF-16', Buffer.from(FILE, 'utf16le').subarray(0, -1), 'cut off'],
  ])('changes nothing %s', async (_, file, message) => {
    await bench.import(legacyCsv, csvOf([{ ...EVE, NPI: '1000000022' }]))
    const before = await bench.sql`select * from candidates`
    await expect(bench.import(legacyCsv, file)).rejects.toThrow(message)
    expect(await bench.sql`select * from candidates`).toEqual(before)
    expect(await bench.sql`select to_regclass('import_staging') as left`).toEqual([{ left: null }])
  })

  it('changes nothing when most of its rows are spoilt', async () => {
    const many = Array.from({ length: 40 }, (_, i) => ({
      ...EVE,
      NPI: i % 3 ? '1.23E+09' : String(1_000_000_000 + i),
    }))
    await expect(bench.import(legacyCsv, csvOf(many))).rejects.toThrow(
      '26 of its 40 rows cannot be used, the first because the NPI is not ten digits.',
    )
    expect(await people()).toEqual([])
  })

  it('rejects rows whose commas lost their quotes and takes the others', async () => {
    const [header, row] = FILE.split('\n')
    const file = `${header}\n${row?.replaceAll('"', '')}\n${row}\n`
    expect(await bench.import(legacyCsv, file)).toMatchObject({ new: 1, rejected: 1 })
  })

  it('rejects a row with bytes that are no character in a file of UTF-8', async () => {
    const bad = Buffer.from(csvOf([{ ...EVE, NPI: '1000000022' }]).split('\n')[1] ?? '', 'latin1')
    const file = Buffer.concat([Buffer.from(FILE), bad, Buffer.from('\n')])
    expect(await bench.import(legacyCsv, file)).toMatchObject({ new: 1, rejected: 1 })
    expect(await people()).toEqual([RIGHT])
  })
})

it('stops at the wrong kind of file before anything is written', async () => {
  await expect(bench.import(nppes(), FILE)).rejects.toThrow('It is not an NPPES file')
  await expect(bench.import(legacyCsv, nppesFile([{ NPI: '1' }]))).rejects.toThrow(
    'It is not a list of professionals',
  )
})

/** È in Mac Roman is a byte without a letter in Latin-1. */
function macRoman(text: string): Buffer {
  return Buffer.from(text.replace('È', '\x83'), 'latin1')
}
