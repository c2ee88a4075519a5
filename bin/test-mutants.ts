import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { plant } from '#tests/chaos/mutant-tree.ts'
import { MUTANTS, type Mutant } from '#tests/chaos/mutants.ts'
import { FAILURES_MAX } from './test-soak.ts'

/** A fault that does not show in this many histories counts as missed. */
const HISTORIES = '300'

/**
 * One of the first few histories shows most faults: starting more devices would take longer than
 * that.
 */
const STAGES = '2'

/**
 * `npm run test:mutants` plants one fault after another in the sync engine and runs histories until
 * rows differ in one of them. One device that does not become ready proves nothing, as the machine
 * may be slow; six of them do, because without a fault all of three hundred histories finish. A
 * fault that no history shows means that the histories prove too little.
 */
export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { only: { type: 'string' } } })
  const chosen = MUTANTS.filter(({ name }) => name.includes(values.only ?? ''))
  let survivors = 0
  for (const mutant of chosen) {
    const { isCaught, seconds, by } = await runMutant(mutant)
    if (!isCaught) survivors++
    console.log(
      `${mutant.name}: ${isCaught ? 'caught by' : 'SURVIVED, but for'} ${by} (${seconds} s)`,
    )
  }
  console.log(`\n${chosen.length - survivors} passed, ${survivors} failed`)
  process.exitCode = survivors > 0 ? 1 : 0
}

async function runMutant(
  mutant: Mutant,
): Promise<{ isCaught: boolean; seconds: number; by: string }> {
  const startedAt = performance.now()
  const tree = await plant(mutant)
  try {
    // The histories run in a child process: the fault must not be in this one.
    const options = ['--histories', HISTORIES, '--stages', STAGES, '--first-difference']
    const soak = `import('${join(tree.dir, 'bin/test-soak.ts')}').then((soak) =>
      soak.run(${JSON.stringify(options)}))`
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), '-e', soak], {
      cwd: tree.dir,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    await once(child, 'exit')
    const difference = said.match(/^seed \d+: .*$/m)?.[0]
    const endless = said.match(/^seed \d+, not done/gm) ?? []
    return {
      isCaught: difference !== undefined || endless.length >= FAILURES_MAX,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      by: (difference ?? said.match(/^seed .*$/m)?.[0] ?? said.trim().slice(-160)).slice(0, 160),
    }
  } finally {
    await tree.remove()
  }
}
