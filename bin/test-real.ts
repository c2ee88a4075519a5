import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * The suites that run against a real service: the variable that names the service, what else they
 * need, their files.
 */
const SUITES = [
  {
    name: 'TYPESENSE_URL',
    needs: ['TYPESENSE_API_KEY'],
    files: ['search-contract.typesense'],
  },
  {
    // The tests create and drop tables in Electric's database.
    name: 'ELECTRIC_URL',
    needs: ['DATABASE_URL'],
    files: [
      'shape-server/electric-contract',
      'shape-server/shape-answers',
      'shape-server/shape-generated',
      'shape-server/shape-refusals',
      'shape-server/shape-rows',
      'shape-server/shape-server',
      'shape-server/shape-subsets',
      'shape-server/shape-types',
      'edits-and-refetches',
      'erased-rows',
    ],
  },
  {
    name: 'SMTP_URL',
    needs: ['MAIL_FROM'],
    files: ['mail-server'],
  },
  {
    name: 'STRIPE_SECRET_KEY',
    needs: ['STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_MONTHLY', 'STRIPE_PRICE_ANNUAL'],
    files: ['billing-contract'],
  },
]

/** `npm run test:real` runs the suites whose real services the environment names. */
export async function run(): Promise<void> {
  const named = SUITES.filter(({ name }) => process.env[name])
  const fault = faultOf(named)
  if (fault !== undefined) {
    console.error(fault)
    process.exit(1)
  }
  const files = named.flatMap((suite) => suite.files)
  // The files run one at a time, because the suites share the real services.
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism', ...files]
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  process.exit(status ?? 1)
}

/** The reason why no suite can run, in one line. */
function faultOf(named: typeof SUITES): string | undefined {
  if (named.length === 0) {
    const parts = SUITES.map(({ name, needs }) => `${name} (with ${needs.join(', ')})`)
    return `No real part is named. Set ${parts.join(' or ')}.`
  }
  const missing = named.flatMap(({ needs }) => needs).filter((name) => !process.env[name])
  if (missing.length > 0) return `${missing.join(', ')} must be set too.`
  const key = process.env.STRIPE_SECRET_KEY
  if (key && !key.startsWith('sk_test_')) return 'STRIPE_SECRET_KEY is no key of the test mode.'
  return undefined
}
