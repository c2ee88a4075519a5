import { resolve } from 'node:path'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/ })
  .refine((url) => new URL(url).pathname.length > 1, 'must name a database')

/** Every variable the server reads, with its embedded default. Nothing else reads `process.env`. */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Where people reach the app; links in mails and the canonical address are built from it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Everything the embedded parts keep: database, search snapshot, mail, assets. */
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .transform((folder) => resolve(folder)),
  /** A PostgreSQL database of your own; without it the embedded one runs under DATA_DIR. */
  DATABASE_URL: postgresUrl.optional(),
  /** People to generate when a development directory is started empty; 0 leaves it empty. */
  SEED_PEOPLE: z.coerce.number().int().min(0).max(20_000_000).default(50_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Who may do what before accounts exist: everybody as a subscriber. Refused in production. */
  OPEN_ACCESS: z.stringbool().default(true),
})

export type Env = z.infer<typeof schema>

/** The environment is not fit to start with: `message` lists every fault, one a line. */
export class EnvError extends Error {}

/**
 * Validates the environment once, at boot.
 * @throws EnvError listing every fault, so that one look is enough to mend them all.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  // An empty variable means "not set": shells and compose files cannot unset one.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  const faults = result.success
    ? productionFaults(result.data)
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (!result.success || faults.length > 0) {
    throw new EnvError(`The environment cannot be used:\n${faults.map((f) => `  ${f}`).join('\n')}`)
  }
  return result.data
}

function productionFaults(env: Env): string[] {
  if (env.NODE_ENV !== 'production') return []
  const faults: string[] = []
  if (env.OPEN_ACCESS) faults.push('OPEN_ACCESS: must be false in production')
  if (!env.PUBLIC_URL) faults.push('PUBLIC_URL: is needed in production')
  return faults
}
