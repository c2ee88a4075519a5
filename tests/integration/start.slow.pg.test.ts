import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '#db/client.ts'
import { openEmbedded } from '#db/embedded.ts'
import { install } from '#db/embedded-installation.ts'
import { soon } from '#tests/support/soon.ts'
import {
  addressOf as address,
  people,
  type StartedApp,
  startApp,
} from '#tests/support/started-app.ts'

let folder: string
let started: StartedApp[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clinidex-start-'))
  await chmod(folder, 0o755)
})
afterEach(async () => {
  for (const { child } of started) if (child.exitCode === null) child.kill('SIGKILL')
  started = []
  const dataDir = join(folder, 'data')
  if (existsSync(dataDir)) {
    // A server left running by a killed start is stopped by the last process that detaches.
    await (await openEmbedded(dataDir)).close()
    // Under root the cluster lies outside of a closed folder.
    await rm((await install(dataDir)).data, { recursive: true })
  }
  await rm(folder, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}): StartedApp {
  const app = startApp(join(folder, 'data'), env)
  started.push(app)
  return app
}

const withoutDigits = (text: string) => text.replace(/\d+/g, '#')

describe('start', () => {
  it('says each step on the way and ends with the address, then a short line a request', async () => {
    const started = start({ LOG_LEVEL: 'info' })
    const url = await address(started)
    await fetch(`${url}/healthz`)
    started.child.kill('SIGINT')
    expect(await started.exited).toBe(0)
    const lines = started.output().split('\n')
    // Progress lines and those of the stand-in for Stripe appear at any time.
    const steps = lines.filter((line) => line !== '' && !/%|webhooks/.test(line))
    expect(steps.map(withoutDigits)).toEqual([
      'Opening the database …',
      'Making up a directory of # people …',
      'Opening the search index …',
      withoutDigits(`Ready at ${url}`),
      'Sign in as annual@clinidex.test, password clinidex',
      '[#:#:#]: GET /healthz # # ms',
      'Stopping …',
    ])
  })

  it('brings a directory up, stops cleanly on Ctrl-C and keeps the data for the next start', async () => {
    const first = start()
    const url = await address(first)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await people(url)).toBe(200)
    first.child.kill('SIGINT')
    expect(await first.exited).toBe(0)
    await soon(() =>
      expect(readFile(join(folder, 'data/postgres/postmaster.pid'))).rejects.toThrow('ENOENT'),
    )

    const second = start({ SEED_PEOPLE: '999' })
    expect(await people(await address(second))).toBe(200)
    second.child.kill('SIGTERM')
    expect(await second.exited).toBe(0)
  })

  it('attaches to a database orphaned by kill -9 and loses nothing', async () => {
    const killed = start()
    await address(killed)
    // Its database keeps running, and may hold the pipe that it wrote to.
    const exit = once(killed.child, 'exit')
    killed.child.kill('SIGKILL')
    await exit
    const next = start()
    expect(await people(await address(next))).toBe(200)
    next.child.kill('SIGINT')
    expect(await next.exited).toBe(0)
  })

  it('works where no other user can read the folder', async () => {
    await chmod(folder, 0o700)
    const closed = start()
    expect(await people(await address(closed))).toBe(200)
    closed.child.kill('SIGINT')
    expect(await closed.exited).toBe(0)
  })

  it('says in one line that the port is taken', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const taken = (holder.address() as { port: number }).port
    const refused = start({ PORT: String(taken) })
    expect(await refused.exited).toBe(1)
    expect(refused.output().trim()).toBe(`Port ${taken} is taken. Set PORT to another one.`)
    holder.close()
  })

  it('lists every fault of the environment at once', async () => {
    const refused = start({ PORT: 'eighty', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x/y' })
    expect(await refused.exited).toBe(1)
    expect(refused.output()).toMatch(/PORT: .+\n.+DATABASE_URL: .+\n.+LOG_LEVEL: .+/)
  })

  it('refuses production on defaults, naming each', async () => {
    const refused = start({ NODE_ENV: 'production', ADMIN_EMAILS: 'admin@clinidex.test' })
    expect(await refused.exited).toBe(1)
    const needed = [
      'PUBLIC_URL',
      'TRUSTED_PROXIES',
      'AUTH_SECRET',
      'SUPPRESSION_KEY',
      'SMTP_URL',
      'STRIPE_SECRET_KEY',
      'STRIPE_PRICE_MONTHLY',
      'STRIPE_PRICE_ANNUAL',
    ]
    const defaults = ['DEMO_EMAIL', 'OPERATOR_EMAIL', 'MAIL_FROM', 'ADMIN_EMAILS']
    for (const name of [...needed, ...defaults]) {
      expect(refused.output()).toContain(`${name}: is needed in production`)
    }
  })

  it('refuses production with the accounts of development in the table', async () => {
    const first = start()
    await address(first)
    first.child.kill('SIGINT')
    await first.exited
    const refused = start({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://clinidex.example',
      TRUSTED_PROXIES: 'none',
      AUTH_SECRET: randomBytes(32).toString('hex'),
      SUPPRESSION_KEY: randomBytes(32).toString('hex'),
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'hello@clinidex.example',
      DEMO_EMAIL: 'demo@clinidex.example',
      OPERATOR_EMAIL: 'desk@clinidex.example',
      STRIPE_SECRET_KEY: 'sk_live_none',
      STRIPE_WEBHOOK_SECRET: 'whsec_none',
      STRIPE_PRICE_MONTHLY: 'price_1Monthly',
      STRIPE_PRICE_ANNUAL: 'price_1Annual',
    })
    expect(await refused.exited).toBe(1)
    expect(refused.output()).toContain('accounts of development')
  })
})

it('the embedded server outlives the process that started it while another one uses it', async () => {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const first = await openEmbedded(dataDir)
  const second = await openEmbedded(dataDir)
  expect(second.url).toBe(first.url)
  const sql = connect(second.url, { max: 1 })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  await first.close()
  expect(await sql`select 2 as two`).toEqual([{ two: 2 }])
  await sql.end()
  await second.close()
  await expect(connect(second.url, { max: 1 })`select 1`).rejects.toThrow('ECONNREFUSED')
})
