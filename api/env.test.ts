import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://clinidex.example',
  TRUSTED_PROXIES: 'none',
  AUTH_SECRET: 'x'.repeat(32),
  SUPPRESSION_KEY: 'y'.repeat(32),
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'hello@clinidex.example',
  DEMO_EMAIL: 'demo@clinidex.example',
  OPERATOR_EMAIL: 'desk@clinidex.example',
  STRIPE_SECRET_KEY: 'sk_live_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
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
  ])('does not start with %s "%s"', (name, value) => {
    expect(() => readEnv({ ...PRODUCTION, [name]: value })).toThrow(name)
  })
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
