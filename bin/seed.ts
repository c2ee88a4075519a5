import { parseArgs } from 'node:util'
import { readEnv } from '#api/env.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { openDatabase } from '#db/open.ts'
import { command } from './command.ts'
import { ProgressBar } from './progress-bar.ts'

const USAGE = 'Usage: npm run seed -- [--people 50000] [--seed 7]'

/** `npm run seed`: fills an empty directory with synthetic people. */
export const run = command(seed)

async function seed(argv: string[]): Promise<void> {
  const { people, seed } = readFlags(argv)
  const env = readEnv(process.env)
  const { sql, close } = await openDatabase({
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
  })
  try {
    const [someone] = await sql`select 1 from candidates limit 1`
    if (someone) throw new Error('The directory holds people already; seed fills an empty one.')
    await seedDirectory(sql, { people, seed, onProgress: new ProgressBar().update })
    console.log(
      `The directory holds ${people.toLocaleString('en')} synthetic people (seed ${seed}).`,
    )
  } finally {
    await close()
  }
}

function readFlags(argv: string[]): { people: number; seed: number } {
  const { values } = parseArgs({
    args: argv,
    options: {
      people: { type: 'string', default: '50000' },
      seed: { type: 'string', default: '7' },
    },
  })
  return { people: wholeNumber(values.people), seed: wholeNumber(values.seed) }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new Error(`"${text}" is not a whole number.\n${USAGE}`)
  return Number(text)
}
