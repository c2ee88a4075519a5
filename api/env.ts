import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback } from '#sync/server/shape-server/network-guard.ts'
import { isGuessable } from './guessable-secret.ts'
import { isLargerThanPrivate } from './network.ts'
import { typesenseSettings } from './services/search/typesense/settings.ts'

/** The administrator of an unconfigured machine. */
const DEV_ADMIN_EMAIL = 'admin@clinidex.test'

/** Secrets that must not be guessable in production. */
const SECRETS = [
  'AUTH_SECRET',
  'SUPPRESSION_KEY',
  'ELECTRIC_SECRET',
  'TYPESENSE_API_KEY',
  'METRICS_TOKEN',
] as const

/** Ids of prices that exist only in the stand-in. */
const STAND_IN_PRICES = {
  STRIPE_PRICE_MONTHLY: 'price_monthly',
  STRIPE_PRICE_ANNUAL: 'price_annual',
} as const

const port = z.coerce.number().int().min(0).max(65_535)
const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/ })
  .refine((url) => new URL(url).pathname.length > 1, 'must name a database')

/** Part of a P-256 key in base64url: a point, or a scalar. */
const vapidKey = (bytes: number) =>
  z
    .base64url()
    .refine(
      (key) => Buffer.from(key, 'base64url').length === bytes,
      'must be of a pair that `npx web-push generate-vapid-keys` makes',
    )

/** Comma-separated values, trimmed. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

/**
 * All variables that the server reads, with the defaults of the embedded parts. No other code reads
 * `process.env`.
 */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** The app's public URL; links in mails and canonical addresses are built from it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The data folder of the embedded parts: database, search snapshot, mail, assets. */
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .transform((folder) => resolve(folder)),
  /** An external PostgreSQL database; without it the embedded one runs under DATA_DIR. */
  DATABASE_URL: postgresUrl.optional(),
  /** The external database as a role with fewer rights (see `db/roles.ts`), which serves requests. */
  DATABASE_APP_URL: postgresUrl.optional(),
  /** The external database as a role that may replicate and reads synced tables only, for the shape server. */
  DATABASE_SYNC_URL: postgresUrl.optional(),
  /** A physical replica of the external database, which serves reads of the public directory. */
  DATABASE_READ_URL: postgresUrl.optional(),
  /**
   * The connections of this process that serve requests; `max_connections` of the server limits
   * those of all processes.
   */
  DATABASE_POOL: z.coerce.number().int().min(4).max(1000).default(20),
  /** The people to generate in an empty development directory; 0 leaves it empty. */
  SEED_PEOPLE: z.coerce.number().int().min(0).max(20_000_000).default(50_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /**
   * How long the process still serves requests after SIGTERM, with /readyz at 503, so that load
   * balancers notice first. By default 3 in production, else 0.
   */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(3).optional(),
  /** The bearer token that `/metrics` requires; without the setting that address does not exist. */
  METRICS_TOKEN: z.string().min(32).optional(),
  /**
   * Reverse proxies whose X-Forwarded-For is trusted: addresses or CIDR ranges, or `none`. Required
   * in production: with a wrong value all users would share one rate limit or could forge their own
   * address.
   */
  TRUSTED_PROXIES: list
    .transform((entries) => (entries.join() === 'none' ? [] : entries))
    .refine(
      (entries) => entries.every(isAddressOrRange),
      'must be addresses or CIDR ranges, separated by commas, or none',
    ),

  ...typesenseSettings,

  /** An Electric server for this database; without it the embedded shape server runs. */
  ELECTRIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  ELECTRIC_SECRET: z.string().min(1).optional(),

  /** Signs sessions and other tokens. Generated per data folder in development. */
  AUTH_SECRET: z.string().min(32).optional(),
  /** Keys the hashes of suppressed people. It must be part of every backup. */
  SUPPRESSION_KEY: z.string().min(32).optional(),
  /**
   * The file that removals and deletions of accounts are appended to: it keeps a restored backup
   * from bringing them back, so it belongs on another disk than the database. The default is
   * DATA_DIR/removals.journal, if the database is in DATA_DIR too.
   */
  REMOVALS_JOURNAL: z
    .string()
    .min(1)
    .transform((path) => resolve(path))
    .optional(),
  /**
   * The administrators' e-mail addresses, comma-separated. The default outside production is
   * admin@clinidex.test.
   */
  ADMIN_EMAILS: list.refine(
    (entries) => entries.every((entry) => z.email().safeParse(entry).success),
    'must be e-mail addresses, separated by commas',
  ),
  /** The shared demo account, whose rights are always restricted. */
  DEMO_EMAIL: z.email().default('demo@clinidex.test'),
  /** The address of the operators. */
  OPERATOR_EMAIL: z.email().default('operator@clinidex.test'),
  /** The daily allowance (UTC): the number of people whose contacts an account may export. */
  EXPORT_CONTACTS_PER_DAY: z.coerce.number().int().min(0).max(1_000_000_000).default(10_000),
  /** The password of the development accounts. */
  DEV_PASSWORD: z.string().min(6).default('clinidex'),

  /**
   * An SMTP server, `smtp(s)://user:password@host:port`; without it mail is stored in
   * DATA_DIR/mail.
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Clinidex <hello@clinidex.test>'),

  /** The key pair of Web Push; without it a pair is generated once per data folder. */
  VAPID_PUBLIC_KEY: vapidKey(65).optional(),
  VAPID_PRIVATE_KEY: vapidKey(32).optional(),

  /** Stripe's API key; without it the stand-in is used, outside production only. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, 'must be a secret key (sk_…) or a restricted one (rk_…)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
  /** The ids of Stripe's prices; by default the stand-in's. */
  STRIPE_PRICE_MONTHLY: z.string().min(1).default(STAND_IN_PRICES.STRIPE_PRICE_MONTHLY),
  STRIPE_PRICE_ANNUAL: z.string().min(1).default(STAND_IN_PRICES.STRIPE_PRICE_ANNUAL),

  /** An S3-compatible store for the site's images; without it they are stored in DATA_DIR/assets. */
  ASSETS_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  ASSETS_S3_BUCKET: z
    .string()
    .regex(/^[\w.-]+$/)
    .optional(),
  ASSETS_S3_REGION: z.string().min(1).default('us-east-1'),
  ASSETS_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  ASSETS_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),

  /**
   * The key of the service that drafts e-mails; without it the stand-in writes samples, outside
   * production only.
   */
  OPENAI_API_KEY: z.string().min(1).optional(),
  /** An OpenAI-compatible server. */
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENAI_MODEL: z.string().min(1).default('gpt-4o-mini'),
})

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(schema.shape)

export type Env = z.infer<typeof schema>

/** The environment is invalid: `message` lists every error, one per line. */
export class EnvError extends Error {}

/**
 * Validates the environment once, at startup.
 * @throws EnvError with every error, so that all can be fixed at once
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  // An empty variable means "not set": shells and compose files cannot unset one.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  const errors = result.success
    ? combinedErrors(result.data, given)
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (!result.success || errors.length > 0) {
    throw new EnvError(`The environment cannot be used:\n${errors.map((f) => `  ${f}`).join('\n')}`)
  }
  const { NODE_ENV, ADMIN_EMAILS } = result.data
  const isWithoutAdmin = NODE_ENV !== 'production' && ADMIN_EMAILS.length === 0
  return isWithoutAdmin ? { ...result.data, ADMIN_EMAILS: [DEV_ADMIN_EMAIL] } : result.data
}

function isAddressOrRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  const isPrefix = prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits)
  return isIP(address) !== 0 && isPrefix && rest.length === 0
}

/** Errors in combinations of variables, and errors that exist in production only. */
function combinedErrors(env: Env, given: Record<string, unknown>): string[] {
  const errors: string[] = []
  const together = (a: keyof Env, b: keyof Env) => {
    if ((env[a] === undefined) !== (env[b] === undefined)) errors.push(`${a}, ${b}: set both`)
  }
  for (const name of ['DATABASE_APP_URL', 'DATABASE_SYNC_URL', 'DATABASE_READ_URL'] as const) {
    if (env[name] && !env.DATABASE_URL) errors.push(`DATABASE_URL: is needed beside ${name}`)
  }
  together('TYPESENSE_URL', 'TYPESENSE_API_KEY')
  for (const name of ['BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const) {
    together('ASSETS_S3_ENDPOINT', `ASSETS_S3_${name}`)
  }
  together('VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY')
  together('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET')
  if (env.OPENAI_BASE_URL && !env.OPENAI_API_KEY) {
    errors.push('OPENAI_API_KEY: is needed beside OPENAI_BASE_URL')
  }
  if (env.NODE_ENV !== 'production') {
    // A development server has accounts with a known password and shows all mail.
    const host = env.PUBLIC_URL && new URL(env.PUBLIC_URL).hostname
    if (!isLoopback(env.HOST) || (host !== undefined && !isLoopback(host))) {
      errors.push('NODE_ENV: must be production where strangers can reach it')
    }
    return errors
  }
  if (env.PUBLIC_URL?.startsWith('http:')) errors.push('PUBLIC_URL: must be https in production')
  if (given.TRUSTED_PROXIES === undefined) {
    errors.push('TRUSTED_PROXIES: is needed in production; `none` where there is no proxy')
  }
  const needed = ['PUBLIC_URL', 'AUTH_SECRET', 'SUPPRESSION_KEY', 'SMTP_URL', 'STRIPE_SECRET_KEY']
  if (env.DATABASE_URL) needed.push('REMOVALS_JOURNAL')
  if (env.ELECTRIC_URL) needed.push('DATABASE_URL', 'ELECTRIC_SECRET')
  for (const name of needed as (keyof Env)[]) {
    if (env[name] === undefined) errors.push(`${name}: is needed in production`)
  }
  for (const [name, price] of Object.entries(STAND_IN_PRICES)) {
    if (env[name as keyof typeof STAND_IN_PRICES] === price) {
      errors.push(`${name}: is needed in production, as Stripe names the price`)
    }
  }
  for (const range of env.TRUSTED_PROXIES.filter(isLargerThanPrivate)) {
    errors.push(`TRUSTED_PROXIES: ${range} lets strangers forge their address`)
  }
  for (const name of SECRETS) {
    const secret = env[name]
    if (secret !== undefined && isGuessable(secret)) {
      errors.push(`${name}: can be guessed; \`openssl rand -hex 32\` makes one that cannot`)
    }
  }
  if (/^[sr]k_test_/.test(env.STRIPE_SECRET_KEY ?? '')) {
    errors.push('STRIPE_SECRET_KEY: is of the test mode, where no money moves')
  }
  // Addresses under .test do not exist: mail to them would be lost.
  for (const name of ['DEMO_EMAIL', 'OPERATOR_EMAIL', 'MAIL_FROM', 'ADMIN_EMAILS'] as const) {
    if (/\.test\b/i.test(String(env[name]))) errors.push(`${name}: is needed in production`)
  }
  return errors
}
