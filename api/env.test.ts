import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import webPush from 'web-push'
import { readEnv } from './env.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://clinidex.example',
  TRUSTED_PROXIES: 'none',
  AUTH_SECRET: 'b3b1c7f0d9e24a6588f7310c5ad2e496',
  SUPPRESSION_KEY: '5e0d92c47fa1b8363c6ad7e9041f28bb',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'hello@clinidex.example',
  DEMO_EMAIL: 'demo@clinidex.example',
  OPERATOR_EMAIL: 'desk@clinidex.example',
  STRIPE_SECRET_KEY: 'sk_live_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
  STRIPE_PRICE_MONTHLY: 'price_1Monthly',
  STRIPE_PRICE_ANNUAL: 'price_1Annual',
}

describe('in production', () => {
  it('starts on what it needs', () => {
    const env = readEnv({ ...PRODUCTION, HOST: '0.0.0.0' })
    expect(env).toMatchObject({ NODE_ENV: 'production', ADMIN_EMAILS: [], TRUSTED_PROXIES: [] })
  })

  it.each([
    ['PUBLIC_URL', ''],
    ['PUBLIC_URL', 'http://clinidex.example'],
    ['TRUSTED_PROXIES', ''],
    ['AUTH_SECRET', ''],
    ['AUTH_SECRET', 'too short'],
    ['SUPPRESSION_KEY', ''],
    ['SMTP_URL', ''],
    ['MAIL_FROM', ''],
    ['DEMO_EMAIL', ''],
    ['OPERATOR_EMAIL', 'operator@clinidex.test'],
    ['ADMIN_EMAILS', 'boss@clinidex.example, admin@clinidex.test'],
    ['STRIPE_SECRET_KEY', ''],
    ['STRIPE_SECRET_KEY', 'sk_test_none'],
    ['STRIPE_SECRET_KEY', 'rk_test_none'],
    ['STRIPE_SECRET_KEY', 'pk_live_none'],
    ['STRIPE_PRICE_MONTHLY', ''],
    ['STRIPE_PRICE_ANNUAL', 'price_annual'],
    ['ADMIN_EMAILS', 'boss@clinidex.example; admin@clinidex.example'],
    ['METRICS_TOKEN', 'too short'],
  ])('does not start with %s "%s"', (name, value) => {
    expect(() => readEnv({ ...PRODUCTION, [name]: value })).toThrow(name)
  })
})

it('keeps the journal of removals off the disk of the process where the database is elsewhere', () => {
  const DATABASE_URL = 'postgres://db.example/clinidex'
  expect(() => readEnv({ ...PRODUCTION, DATABASE_URL })).toThrow(
    'cannot be used:\n  REMOVALS_JOURNAL: is needed in production',
  )
  const REMOVALS_JOURNAL = '/journal/removals.journal'
  expect(() => readEnv({ ...PRODUCTION, DATABASE_URL, REMOVALS_JOURNAL })).not.toThrow()
  expect(() => readEnv({ DATABASE_URL })).not.toThrow()
})

it('asks Electric for the rows of the database that it follows, with the secret', () => {
  const ELECTRIC_URL = 'http://electric'
  expect(() => readEnv({ ...PRODUCTION, ELECTRIC_URL })).toThrow(
    'cannot be used:\n  DATABASE_URL: is needed in production\n  ELECTRIC_SECRET: is needed in production',
  )
  expect(() => readEnv({ ELECTRIC_URL })).not.toThrow()
})

describe('in production, guessable secrets', () => {
  const SECRETS = [
    'AUTH_SECRET',
    'SUPPRESSION_KEY',
    'ELECTRIC_SECRET',
    'TYPESENSE_API_KEY',
    'METRICS_TOKEN',
  ]
  const parts = {
    DATABASE_URL: 'postgres://db.example/clinidex',
    REMOVALS_JOURNAL: '/journal/removals.journal',
    ELECTRIC_URL: 'http://electric',
    TYPESENSE_URL: 'http://typesense',
  }

  it.each([
    'x'.repeat(32),
    'abc123'.repeat(8),
    '0123456789abcdef0123456789abcdef',
    'abcdefghijklmnopqrstuvwxyz012345',
    'changeme-changeme-before-you-start',
    'CHANGE_ME_4f1c0a9b7d3e2586_please!',
    'my-very-long-and-secret-passphrase',
  ])('"%s" are refused, a line for each', (value) => {
    const given = Object.fromEntries(SECRETS.map((name) => [name, value]))
    expect(() => readEnv({ ...PRODUCTION, ...parts, ...given })).toThrow(
      `cannot be used:\n${SECRETS.map(
        (name) => `  ${name}: can be guessed; \`openssl rand -hex 32\` makes one that cannot`,
      ).join('\n')}`,
    )
    expect(() => readEnv({ ...parts, ...given })).not.toThrow()
  })

  it('are not what a generator makes', () => {
    for (let made = 0; made < 2000; made += 1) {
      for (const value of [
        randomBytes(16).toString('hex'),
        randomBytes(24).toString('base64'),
        randomUUID(),
      ]) {
        const given = Object.fromEntries(SECRETS.map((name) => [name, value]))
        expect(() => readEnv({ ...PRODUCTION, ...parts, ...given })).not.toThrow()
      }
    }
  })
})

it('takes a pair of keys for Web Push as its generator makes them, and no other', () => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const read = (VAPID_PUBLIC_KEY: string, VAPID_PRIVATE_KEY: string) => () =>
    readEnv({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY })
  expect(read(publicKey, privateKey)).not.toThrow()
  expect(read(privateKey, publicKey)).toThrow(
    /cannot be used:\n {2}VAPID_PUBLIC_KEY: must be of a pair that .+ makes\n {2}VAPID_PRIVATE_KEY: must/,
  )
  expect(read(publicKey, `${privateKey.slice(0, -1)}=`)).toThrow('VAPID_PRIVATE_KEY: ')
  expect(read(publicKey, '')).toThrow('VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: set both')
})

it('takes a restricted key of Stripe, and keys of its test mode outside production', () => {
  expect(() => readEnv({ ...PRODUCTION, STRIPE_SECRET_KEY: 'rk_live_none' })).not.toThrow()
  for (const STRIPE_SECRET_KEY of ['sk_test_none', 'rk_test_none']) {
    expect(() => readEnv({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_x' })).not.toThrow()
    expect(() => readEnv({ ...PRODUCTION, STRIPE_SECRET_KEY })).toThrow(
      'cannot be used:\n  STRIPE_SECRET_KEY: is of the test mode, where no money moves',
    )
  }
})

it.each([
  '0.0.0.0/0',
  '::/0',
  '0.0.0.0/1',
  '128.0.0.0/1',
  '10.0.0.1, 8.0.0.0/7',
  '2000::/3',
  '2001::/15',
  '::ffff:0.0.0.0/96',
  '::/8',
  '::1/64',
  '::ffff:128.0.0.0/97',
])('does not believe half the world to be a proxy in production: %s', (text) => {
  expect(() => readEnv({ ...PRODUCTION, TRUSTED_PROXIES: text })).toThrow(
    /cannot be used:\n {2}TRUSTED_PROXIES: [\d.:a-f/]+ lets strangers forge their address$/,
  )
})

it.each(['10.0.0.0/8', 'fd00::/8', 'fc00::/7', '2001:db8::/32', '::1', '::ffff:10.0.0.0/104'])(
  'believes a network of one’s own in production: %s',
  (text) => {
    expect(() => readEnv({ ...PRODUCTION, TRUSTED_PROXIES: text })).not.toThrow()
  },
)

it('EXPORT-* lets the contacts of 10,000 people a day leave by export, or as many as it is told', () => {
  expect(readEnv({}).EXPORT_CONTACTS_PER_DAY).toBe(10_000)
  expect(readEnv({ EXPORT_CONTACTS_PER_DAY: '0' }).EXPORT_CONTACTS_PER_DAY).toBe(0)
  for (const text of ['many', '-1', '1.5']) {
    expect(() => readEnv({ EXPORT_CONTACTS_PER_DAY: text })).toThrow('EXPORT_CONTACTS_PER_DAY')
  }
})

it.each([
  ['DATABASE_POOL', ['3', '1001', 'many', '5.5']],
  ['DRAIN_SECONDS', ['4', '-1', 'long']],
])('says at start that %s cannot be so', (name, texts) => {
  for (const text of texts) expect(() => readEnv({ [name]: text })).toThrow(`${name}: `)
})

it('reads from a replica only beside its database', () => {
  const DATABASE_READ_URL = 'postgres://reader:secret@replica/clinidex'
  expect(() => readEnv({ DATABASE_READ_URL })).toThrow(
    'DATABASE_URL: is needed beside DATABASE_READ_URL',
  )
  const DATABASE_URL = 'postgres://owner:secret@primary/clinidex'
  expect(readEnv({ DATABASE_URL, DATABASE_READ_URL })).toMatchObject({ DATABASE_READ_URL })
})

it('needs a key to go with the address of an AI service', () => {
  const OPENAI_BASE_URL = 'https://ai.example/v1'
  expect(() => readEnv({ OPENAI_BASE_URL })).toThrow('OPENAI_API_KEY')
  expect(() => readEnv({ OPENAI_BASE_URL, OPENAI_API_KEY: 'key' })).not.toThrow()
})

describe('outside production', () => {
  const FAULT = 'NODE_ENV: must be production where strangers can reach it'

  it.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '192.168.1.5'],
    ['PUBLIC_URL', 'https://clinidex.example'],
    ['PUBLIC_URL', 'http://localhost.example'],
    ['PUBLIC_URL', 'http://127.0.0.1.example'],
  ])('does not start with %s "%s"', (name, value) => {
    for (const NODE_ENV of ['', 'development', 'test']) {
      expect(() => readEnv({ NODE_ENV, [name]: value })).toThrow(FAULT)
    }
  })

  it.each([
    ['HOST', 'localhost'],
    ['HOST', '::1'],
    ['PUBLIC_URL', 'http://localhost:5173'],
    ['PUBLIC_URL', 'http://127.0.0.1:3210'],
    ['PUBLIC_URL', 'http://[::1]:3000'],
  ])('starts with %s "%s"', (name, value) => {
    expect(() => readEnv({ [name]: value })).not.toThrow()
  })
})

it('GATE-09 has an administrator on a fresh clone, and only those named elsewhere', () => {
  expect(readEnv({}).ADMIN_EMAILS).toEqual(['admin@clinidex.test'])
  expect(readEnv({ ADMIN_EMAILS: ' a@x.test , b@x.test' }).ADMIN_EMAILS).toEqual([
    'a@x.test',
    'b@x.test',
  ])
})

it.each(['10.0.0.1', '10.0.0.0/8, 2001:db8::/32', '::1'])('trusts the proxies "%s"', (text) => {
  expect(readEnv({ TRUSTED_PROXIES: text }).TRUSTED_PROXIES).toHaveLength(text.split(',').length)
})

it.each(['proxy.local', '10.0.0.0/33', '10.0.0.0/x', '::1/129', '*', 'none, ::1'])(
  'does not start with proxies "%s"',
  (text) => {
    expect(() => readEnv({ TRUSTED_PROXIES: text })).toThrow('TRUSTED_PROXIES')
  },
)
