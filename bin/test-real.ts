import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The suites that run against a real part, and the variables that name it. */
const SUITES = [
  { needs: ['TYPESENSE_URL', 'TYPESENSE_API_KEY'], files: 'search-contract.typesense' },
]

/** `npm run test:real`: runs what can be run against the real parts the environment names. */
export async function run(): Promise<void> {
  const named = SUITES.filter(({ needs }) => needs.every((name) => process.env[name]))
  if (named.length === 0) {
    const variables = SUITES.map(({ needs }) => needs.join(' and ')).join('; ')
    console.error(`No real part is named. Set ${variables}.`)
    process.exit(1)
  }
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'postgres']
  const { status } = spawnSync(process.execPath, [...args, ...named.map(({ files }) => files)], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}
