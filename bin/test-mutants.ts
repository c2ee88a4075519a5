import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { plant } from '../tests/chaos/mutant-tree.ts'
import { MUTANTS, type Mutant } from '../tests/chaos/mutants.ts'

/** A fault that so many histories do not show is not caught. */
const HISTORIES = 300

/**
 * `npm run test:mutants`: plants one fault after another in the sync engine and plays histories
 * until one of them fails. A fault that none shows means that the histories prove too little.
 */
export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { only: { type: 'string' } } })
  const chosen = MUTANTS.filter(({ name }) => name.includes(values.only ?? ''))
  let survivors = 0
  for (const mutant of chosen) {
    const { isCaught, seconds, by } = await hunt(mutant)
    if (!isCaught) survivors++
    const verdict = isCaught ? `caught in ${seconds} s by ${by}` : `SURVIVED ${HISTORIES} histories`
    console.log(`${mutant.name}: ${verdict}`)
  }
  console.log(`\n${chosen.length - survivors} passed, ${survivors} failed`)
  process.exitCode = survivors > 0 ? 1 : 0
}

async function hunt(mutant: Mutant): Promise<{ isCaught: boolean; seconds: number; by: string }> {
  const startedAt = performance.now()
  const tree = await plant(mutant)
  try {
    // A program of its own: the fault must not be in this one.
    const soak = `import('${join(tree.dir, 'bin/test-soak.ts')}').then((soak) =>
      soak.run(['--histories', '${HISTORIES}', '--first-failure']))`
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), '-e', soak], {
      cwd: tree.dir,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const [code] = await once(child, 'exit')
    const by = said.match(/^seed \d+: .*$/m)?.[0].slice(0, 120) ?? `exit code ${code}`
    return { isCaught: code !== 0, seconds: Math.round((performance.now() - startedAt) / 1000), by }
  } finally {
    await tree.remove()
  }
}
