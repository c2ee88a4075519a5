import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Sql } from '#db/client.ts'
import { soon } from '#tests/support/soon.ts'
import { importBench } from './import-fixture.ts'
import { nppes } from './nppes.ts'
import { type NppesRow, nppesFile } from './nppes-fixture.ts'

/** The number of points at which the import is killed; `IMPORT_KILLS=20` sets another. */
const POINTS = Number(process.env.IMPORT_KILLS ?? 4)
const PEOPLE = 6_000

let bench: Awaited<ReturnType<typeof importBench>>
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

function people(city: string): string {
  return nppesFile(
    Array.from(
      { length: PEOPLE },
      (_, i): NppesRow => ({
        NPI: String(1_300_000_000 + i),
        'Entity Type Code': '1',
        'Provider Last Name (Legal Name)': `TESTER ${i}`,
        'Provider First Name': 'ANN',
        'Provider Business Practice Location Address City Name': city,
        'Provider Business Practice Location Address Telephone Number': String(2_125_550_000 + i),
        'Healthcare Provider Taxonomy Code_1': '207RC0000X',
      }),
    ),
  )
}

function startImport(path: string): ChildProcess {
  const program = new URL('./crash-fixture.ts', import.meta.url).pathname
  const rejects = join(bench.folder, 'rejects.csv')
  return spawn(process.execPath, ['--import', 'tsx', program, bench.url, path, rejects], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/** A checksum of everything that an import writes, without ids and ordinals. */
async function checksum(sql: Sql): Promise<string> {
  const [row] = await sql<{ sum: string }[]>`
    select md5(string_agg(md5(concat_ws('|', c.npi, c.first_name, c.last_name, c.title, c.specialty,
      c.city, c.country, c.source, k.value, k.source)), '' order by npi)) as sum
    from candidates c left join candidate_contacts k on k.candidate_id = c.id`
  return row?.sum ?? ''
}

it.each([
  ['into an empty directory', false],
  ['into a directory in use', true],
])(
  'an import killed at random points and run again leaves what an undisturbed one does: %s',
  async (_, isInUse) => {
    const { sql } = bench
    const before = async () => {
      await sql`delete from candidates`
      if (isInUse) await bench.import(nppes(), people('PEORIA'))
    }
    const text = people('SPRINGFIELD')
    await before()
    const startedAt = performance.now()
    await bench.import(nppes(), text)
    const undisturbedMs = performance.now() - startedAt
    const expected = await checksum(sql)
    for (let point = 0; point < POINTS; point++) {
      await before()
      await bench.write(text)
      const child = startImport(join(bench.folder, 'file'))
      const ended = once(child, 'exit')
      if (child.stdout) await Promise.race([once(child.stdout, 'data'), ended])
      const delayMs = Math.round(Math.random() * undisturbedMs)
      await sleep(delayMs)
      child.kill('SIGKILL')
      await ended
      await bench.import(nppes(), text)
      expect(await checksum(sql), `killed after ${delayMs} ms`).toBe(expected)
      const left = await sql`select relname from pg_class where relname like 'import_%'`
      expect(left).toEqual([])
    }
  },
  POINTS * 225_000,
)

it('an import killed within a long statement lets go of the directory', async () => {
  const { sql } = bench
  await sql.unsafe(`
    create function slow(npi text) returns text immutable language plpgsql as
    $$ begin perform pg_sleep(3600); return npi; end $$;
    create index slow_to_build on candidates (slow(npi))`)
  const text = people('SPRINGFIELD')
  const child = startImport(await bench.write(text))
  const ended = once(child, 'exit')
  await soon(async () => {
    const building = sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`
    expect(await building).toHaveLength(1)
  })
  child.kill('SIGKILL')
  await ended
  // Waits until the import's locks are released.
  await sql`drop index slow_to_build`
  expect(await bench.import(nppes(), text)).toMatchObject({ new: PEOPLE })
})
