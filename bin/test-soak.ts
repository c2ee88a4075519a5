import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '#db/client.ts'
import { openDatabase } from '#db/open.ts'
import { playHistories } from '#tests/chaos/histories.ts'
import { openWorld } from '#tests/chaos/world.ts'
import { ProgressBar } from './progress-bar.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The search for a difference stops after this many histories that did not finish. */
export const FAILURES_MAX = 6

/**
 * `npm run test:soak -- --histories 5000 --seed 1` runs as many histories of faults as there is
 * time for. A failing seed is printed with its reason, and `--histories 1 --seed` repeats it. With
 * ELECTRIC_URL shapes come from there, over the database of DATABASE_URL, in which it creates users
 * and a small directory.
 * `--stages` sets how many histories run in parallel; `--first-difference` stops at the first rows
 * that differ.
 */
export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      histories: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      stages: { type: 'string' },
      'first-difference': { type: 'boolean', default: false },
    },
  })
  const histories = Number(values.histories)
  const first = Number(values.seed)
  if (!Number.isInteger(histories) || !Number.isInteger(first) || histories < 1) {
    console.error('--histories and --seed are whole numbers.')
    process.exitCode = 1
    return
  }
  const { ELECTRIC_URL, DATABASE_URL } = process.env
  if (ELECTRIC_URL && !DATABASE_URL) {
    console.error('DATABASE_URL must be set too.')
    process.exitCode = 1
    return
  }
  // `tmpdir` reads the variable from here on.
  process.env.TMPDIR = temporaryFolder()
  const dataDir = await mkdtemp(join(tmpdir(), 'clinidex-soak-'))
  // As root, the database server runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  const database = await openDatabase({
    dataDir,
    databaseUrl: ELECTRIC_URL ? DATABASE_URL : undefined,
  })
  const sql = connect(database.url)
  const world = await openWorld(sql, database.url)
  const bar = new ProgressBar()
  let played = 0
  const startedAt = performance.now()
  const failures = await playHistories(
    world,
    Array.from({ length: histories }, (_, index) => first + index),
    {
      ...(values.stages ? { stages: Number(values.stages) } : {}),
      isEnough: (failures) =>
        values['first-difference'] &&
        (failures.some(({ isDifference }) => isDifference) || failures.length === FAILURES_MAX),
      onPlayed: () => bar.update(++played, histories),
    },
  )
  await world.close()
  await sql.end()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
  for (const { seed, reason, isDifference } of failures) {
    console.error(`\nseed ${seed}${isDifference ? '' : ', not done'}: ${reason}`)
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`\n${played - failures.length} passed, ${failures.length} failed in ${seconds} s`)
  process.exitCode = failures.length > 0 ? 1 : 0
}
