import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect, type Sql } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { candidateRow } from '#db/schema/candidates.ts'
import { soon } from '#tests/support/soon.ts'
import { type ImportOptions, withImportLock } from './import-file.ts'
import { csvOf, importBench, SUPPRESSION_KEY } from './import-fixture.ts'
import { IMPORT_LOCK, IMPORTED_CHANNEL } from './import-lock.ts'
import { legacyCsv } from './legacy-csv.ts'
import { nppes } from './nppes.ts'
import { nppesFile } from './nppes-fixture.ts'
import { ANN, BEN } from './nppes-people-fixture.ts'
import { previewImport } from './preview.ts'
import { xlsxOf } from './source-file-fixture.ts'

let bench: Awaited<ReturnType<typeof importBench>>
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

describe('bad rows', () => {
  it('go to the reject file with line and reason, and the rest goes on', async () => {
    const [header, ann] = nppesFile([ANN]).split('\n')
    const rows = [
      header,
      ann,
      '"1000000061","1","too","short"',
      nppesFile([{ ...BEN, NPI: '12345' }]).split('\n')[1],
      nppesFile([{ ...BEN, 'Entity Type Code': '7' }]).split('\n')[1],
      nppesFile([{ NPI: '1000000071', 'Entity Type Code': '1' }]).split('\n')[1],
      nppesFile([BEN]).split('\n')[1],
      ann,
    ]
    const summary = await bench.import(nppes(), `${rows.join('\n')}\n`)
    expect(summary).toMatchObject({ read: 7, new: 2, rejected: 5 })
    expect(await readFile(join(bench.folder, 'rejects.csv'), 'utf8')).toBe(
      [
        'line,reason',
        '3,"4 values, the header has 330"',
        '4,"the NPI is not ten digits"',
        '5,"unknown entity type ""7"""',
        '6,"no name"',
        '2,"a later row is about the same person"',
        '',
      ].join('\n'),
    )
  })

  it('make no file where there are none, and leave none of an earlier run', async () => {
    const rejects = join(bench.folder, 'rejects.csv')
    await bench.import(nppes(), nppesFile([ANN, { ...BEN, NPI: '12345' }]))
    expect(existsSync(rejects)).toBe(true)
    await bench.import(nppes(), nppesFile([ANN]))
    expect(existsSync(rejects)).toBe(false)
  })
})

it('REMOVAL-08 an address with invisible characters in it is that of the person who was removed', async () => {
  await bench.remove(undefined, ['ray@example.com'])
  const row = (Contactemail: string) => ({
    Contactfirstname: 'Ray',
    Contactlastname: 'Gone',
    Contactemail,
  })
  for (const email of [
    'ray@example.com',
    '\u202aray@example.com\u202c',
    'r\u00aday@example.com\u200b',
  ]) {
    expect(await bench.import(legacyCsv, csvOf([row(email)]))).toMatchObject({
      new: 0,
      suppressed: 1,
    })
  }
  expect(await bench.sql`select from candidates`).toEqual([])
})

it('mends what earlier imports kept with invisible characters, and knows its person again', async () => {
  const { sql } = bench
  const row = {
    Contactfirstname: 'Zoë',
    Contactlastname: "O'Hara-Lee",
    Contacttitle: 'Head nurse',
    Contactemail: 'Zoe@Example.com',
    Companyname: 'Lark & Sons',
  }
  const bystander = { Contactfirstname: 'Núria', Contactlastname: 'Seen' }
  await bench.import(legacyCsv, csvOf([row, bystander]))
  const people = () => sql`
    select first_name, last_name, organization, skills, source_key from candidates order by last_name`
  const contacts = () => sql`select kind, value from candidate_contacts order by kind`
  const [clean, written] = [await people(), await contacts()]
  const versions = () => sql`select id, xmin from candidates where last_name = 'Seen'`
  await sql`
    update candidates set first_name = U&'Zoe\\0308', last_name = U&'O''Hara\\00AD-Lee',
      organization = U&'Lark \\200B & Sons', source_key = 'another', skills = array[U&'\\202AICU\\202C', U&'\\FEFF']
    where last_name = 'O''Hara-Lee'`
  await sql`update candidate_contacts set value = U&'\\202AZoe@Example.com\\202C'`
  const untouched = await versions()
  await sql`delete from schema_migrations where name = '0068_visible_values.sql'`
  await migrate(sql)
  expect(await contacts()).toEqual(written)
  expect(await people()).toMatchObject([
    { ...clean[0], first_name: 'Zoe\u0308', skills: ['ICU'] },
    clean[1],
  ])
  expect(await versions()).toEqual(untouched)
  expect(await bench.import(legacyCsv, csvOf([row]))).toMatchObject({ new: 0 })
})

it('takes rows of a workbook that end early, or in empty cells with a colour', async () => {
  const workbook = xlsxOf([
    ['Contactfirstname', 'Contactlastname', 'Contacttitle', 'Contactcity'],
    ['Ann', 'Whole', 'Surgeon', 'Reno'],
    ['Ben', 'Early', '', ''],
    ['', 'Named', '', 'Elko'],
    ['Dee', 'Coloured', '', '', ' ', ' '],
    ['Eve', 'Wide', '', '', 'Nevada'],
  ])
  expect(await bench.import(legacyCsv, workbook)).toMatchObject({ read: 5, new: 4, rejected: 1 })
  expect(
    await bench.sql`select first_name, last_name, title, city from candidates order by last_name`,
  ).toEqual([
    { first_name: 'Dee', last_name: 'Coloured', title: null, city: null },
    { first_name: 'Ben', last_name: 'Early', title: null, city: null },
    { first_name: null, last_name: 'Named', title: null, city: 'Elko' },
    { first_name: 'Ann', last_name: 'Whole', title: 'Surgeon', city: 'Reno' },
  ])
  expect(await readFile(join(bench.folder, 'rejects.csv'), 'utf8')).toBe(
    'line,reason\n6,"5 values, the header has 4"\n',
  )
})

describe('a run', () => {
  it('merges more people than a batch holds', async () => {
    const many = Array.from({ length: 5_200 }, (_, i) => ({
      ...ANN,
      NPI: String(1_100_000_000 + i),
    }))
    const progress: string[] = []
    const onProgress: ImportOptions['onProgress'] = (phase, done, total) =>
      progress.push(`${phase} ${done} of ${phase === 'reading' ? 'bytes' : total}`)
    await bench.import(nppes(), nppesFile([ANN]))
    expect(await bench.import(nppes(), nppesFile(many), { onProgress })).toMatchObject({
      new: 5_200,
    })
    expect(progress.slice(-4)).toEqual([
      'merging 0 of 5200',
      'merging 0 of 5200',
      'merging 5000 of 5200',
      'merging 5200 of 5200',
    ])
    expect(await bench.sql`select count(*)::integer, max(ordinal) from candidates`).toEqual([
      { count: 5_201, max: 5_201 },
    ])
    const [batch] = await bench.sql<{ people: number }[]>`
      select count(*)::integer as people from candidates group by changed_xid order by people desc`
    expect(batch?.people).toBe(5_000)
  })

  it('clears what a crashed one left', async () => {
    await bench.sql`create table import_staging (line integer)`
    expect(await bench.import(nppes(), nppesFile([ANN]))).toMatchObject({ new: 1 })
  })

  it('tells its end, also where it fails or is only tried, once the next one may begin', async () => {
    const ends: boolean[] = []
    const { unlisten } = await bench.sql.listen(IMPORTED_CHANNEL, async () => {
      const [lock] = await bench.sql`
        select pg_try_advisory_xact_lock(${IMPORT_LOCK}) as "isFree"`
      ends.push(lock?.isFree)
    })
    const told = (count: number) => soon(() => expect(ends).toEqual(Array(count).fill(true)))
    await bench.import(nppes(), nppesFile([ANN]))
    await told(1)
    await expect(bench.import(nppes(), 'not a file of the registry')).rejects.toThrow()
    await told(2)
    const path = await bench.write(nppesFile([ANN]))
    const options = { path, rejectsPath: `${path}.rejects`, suppressionKey: SUPPRESSION_KEY }
    await previewImport(bench.sql, { ...options, format: nppes() })
    await told(3)
    await unlisten()
  })

  it('is refused beside another one, and tells no end', async () => {
    const ended = vi.fn()
    const { unlisten } = await bench.sql.listen(IMPORTED_CHANNEL, ended)
    const other = await bench.sql.reserve()
    await other`select pg_advisory_lock(4216002)`
    await expect(bench.import(nppes(), nppesFile([ANN]))).rejects.toThrow(
      'Another import is running.',
    )
    // A notification of the refused import would precede this one.
    await other`select pg_notify(${IMPORTED_CHANNEL}, 'of this test')`
    await soon(() => expect(ended.mock.calls).toEqual([['of this test']]))
    await unlisten()
    await other`select pg_advisory_unlock_all()`
    other.release()
  })
})

describe('an import that loses its connection', () => {
  let sql: Sql
  beforeEach(() => {
    sql = connect(bench.url, { max: 1 })
  })
  afterEach(() => sql.end({ timeout: 1 }))

  const cut = async (condition: string) => {
    const [cut] = await bench.sql.unsafe(
      `select pg_terminate_backend(pid, 5000) as cut from pg_locks
        where locktype = 'advisory' and objid = ${IMPORT_LOCK} and ${condition}`,
    )
    return cut
  }

  it('fails with the loss, and leaves the pool its connection', async () => {
    const lost = withImportLock(sql, async (connection) => {
      await cut('granted')
      await connection`select 1`
    })
    await expect(lost).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  })

  it('does not take the loss for another import, while it waits for one', async () => {
    const other = await bench.sql.reserve()
    await other`select pg_advisory_lock(${IMPORT_LOCK})`
    const waiting = withImportLock(sql, () => Promise.reject(new Error('It ran.')))
    const lost = expect(waiting).rejects.toMatchObject({
      code: expect.stringMatching(/57P01|CONNECTION_CLOSED/),
    })
    await soon(async () => expect(await cut('not granted')).toEqual({ cut: true }))
    await lost
    await other`select pg_advisory_unlock(${IMPORT_LOCK})`
    other.release()
  })
})

/** A slice of the registry's own file when it lies beside the project, else a generated one. */
describe('a large file', () => {
  const sample = '../shared/data/npidata_pfile_sample.csv.gz'

  it('comes in whole and changes nothing the second time', async () => {
    const made = Array.from({ length: 3_000 }, (_, i) => ({
      ...ANN,
      NPI: String(1_200_000_000 + i),
      'Entity Type Code': i % 6 === 0 ? '2' : '1',
    }))
    const [expected, path] = existsSync(sample)
      ? [{ read: 51_512, people: 42_079 }, sample]
      : [{ read: 3_000, people: 2_500 }, await bench.write(nppesFile(made))]
    const first = await bench.import(nppes(), '', { path })
    expect(first).toMatchObject({ read: expected.read, new: expected.people, rejected: 0 })
    for (const row of await bench.sql`select * from candidates order by md5(npi) limit 300`)
      candidateRow.parse(row)
    expect(await bench.import(nppes(), '', { path })).toMatchObject({
      new: 0,
      changed: 0,
      unchanged: expected.people,
    })
  })
})
