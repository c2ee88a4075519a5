import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '../api/env.ts'
import { machineFacts, machineLine } from '../tests/bench/machine.ts'
import { growthReport, searchReport } from '../tests/bench/report.ts'
import { benchSearch, type SearchBenchResult } from '../tests/bench/search-bench.ts'
import { ProgressBar } from './progress-bar.ts'

const USAGE = `npm run bench -- search [--people 1500000] [--queries 10000] [--no-baselines] [--data DIR] [--json]

Measures search through HTTP. --people takes several sizes, comma-separated, for a table of growth.
Each size keeps its synthetic directory in a folder of its own for the next run: --data, or
bench-<people> in the data folder. --json writes one JSON document and nothing else.
--node-args passes flags to the server's Node, as in --node-args=--cpu-prof.`

/** `npm run bench`: how fast, how large. Runs on Linux; clients use many loopback addresses. */
export async function run(argv: string[]): Promise<void> {
  try {
    await bench(argv)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

async function bench(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    allowNegative: true,
    options: {
      people: { type: 'string', default: '1500000' },
      queries: { type: 'string', default: '10000' },
      baselines: { type: 'boolean', default: true },
      data: { type: 'string' },
      json: { type: 'boolean', default: false },
      'node-args': { type: 'string', default: '' },
    },
  })
  const [subject] = positionals
  if (subject !== 'search') throw new Error(USAGE)
  const { DATA_DIR } = readEnv(process.env)
  const sizes = values.people.split(',').map(wholeNumber)
  if (values.data && sizes.length > 1) throw new Error(`--data holds one size.\n\n${USAGE}`)
  const say = (text: string) => (values.json ? console.error(text) : console.log(text))

  const machine = machineFacts()
  say(machineLine(machine))
  const results: SearchBenchResult[] = []
  for (const people of sizes) {
    const result = await benchSearch({
      people,
      dataDir: resolve(values.data ?? join(DATA_DIR, `bench-${people}`)),
      queries: wholeNumber(values.queries),
      isWithBaselines: values.baselines,
      nodeArgs: values['node-args'].split(' ').filter((arg) => arg !== ''),
      onStep: (text) => console.error(text),
      onProgress: new ProgressBar().update,
    })
    results.push(result)
    if (!values.json) console.log(`\n${searchReport(result)}\n`)
  }
  if (values.json) console.log(JSON.stringify({ machine, search: results.map(withoutAnswers) }))
  else if (results.length > 1) console.log(growthReport(results))
}

/** A run less its tens of thousands of single times. */
function withoutAnswers(result: SearchBenchResult) {
  const { oneClient, eightClients, withFacets } = result
  const loads = { oneClient, eightClients, withFacets }
  const summaries = Object.entries(loads).map(([name, { answered: _, ...load }]) => [name, load])
  return { ...result, ...Object.fromEntries(summaries) }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new Error(`"${text}" is not a whole number.\n\n${USAGE}`)
  return Number(text)
}
