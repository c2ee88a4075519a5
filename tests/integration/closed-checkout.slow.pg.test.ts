import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { install } from '#db/embedded-installation.ts'
import { addressOf as address, people, startApp } from '#tests/support/started-app.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** What a run leaves in a checkout; the rest is what a person has after the first `npm start`. */
const NOT_COPIED = ['.git', '.data', 'test-results']
const STARTS_TIMEOUT_MS = 300_000
const NOBODY = { uid: 65_534, gid: 65_534 }
const USERS =
  process.getuid?.() === 0
    ? [
        { name: 'root', user: {} },
        { name: 'an ordinary user', user: NOBODY },
      ]
    : [{ name: 'the user that runs the tests', user: {} }]

/** A folder that only its owner may enter, like a home folder, with a checkout in it. */
let home: string
let checkout: string
/** Other users cannot run a Node that lies in a closed home folder. */
let node: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'clinidex-home-'))
  checkout = join(home, 'clinidex')
  node = join(home, basename(process.execPath))
  await mkdir(checkout)
  const names = (await readdir(ROOT)).filter((name) => !NOT_COPIED.includes(name))
  await run('cp', ['-a', ...names.map((name) => join(ROOT, name)), checkout])
  await cp(process.execPath, node)
})
afterAll(() => rm(home, { recursive: true, force: true }))

describe.each(USERS)('$name, in a checkout of mode 0700', ({ user }) => {
  let dataDir: string
  const start = () => startApp(dataDir, { HOME: home }, { root: checkout, node, ...user })
  const stop = async ({ child, exited }: ReturnType<typeof start>) => {
    child.kill('SIGINT')
    expect(await exited).toBe(0)
  }
  beforeAll(async () => {
    dataDir = join(checkout, '.data')
    if ('uid' in user) await run('chown', ['-R', `${user.uid}:${user.gid}`, home])
  })
  afterAll(async () => {
    // Under root the cluster lies outside of a closed folder.
    const data = 'uid' in user ? join(dataDir, 'postgres') : (await install(dataDir)).data
    const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (pid) process.kill(Number(pid), 'SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
    await rm(data, { recursive: true, force: true })
  })

  it(
    'the app starts, starts again on its data, and starts after kill -9',
    async () => {
      const first = start()
      expect(await people(await address(first))).toBe(200)
      await stop(first)
      const second = start()
      expect(await people(await address(second))).toBe(200)
      const killed = once(second.child, 'exit')
      second.child.kill('SIGKILL')
      await killed
      const third = start()
      expect(await people(await address(third))).toBe(200)
      await stop(third)
    },
    STARTS_TIMEOUT_MS,
  )

  it(
    'a database test runs',
    async () => {
      const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'postgres']
      const { stdout } = await run(node, [...args, 'db/suppression.pg.test.ts'], {
        cwd: checkout,
        env: { ...process.env, HOME: home, NO_COLOR: '1' },
        ...user,
      })
      expect(stdout).toMatch(/Test Files\s+1 passed/)
    },
    STARTS_TIMEOUT_MS,
  )
})

describe('a checkout that the user cannot change, as in an image', () => {
  const user: Partial<typeof NOBODY> = process.getuid?.() === 0 ? NOBODY : {}
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'clinidex-data-'))
    // Another user's, or closed to its own; and to look at not yet made ready.
    await rm(join(checkout, 'node_modules/.setup-stamp'), { force: true })
    if (user.uid !== undefined) {
      await run('chown', ['-R', '0:0', home])
      await run('chmod', ['-R', 'a+rX', home])
      await run('chown', [`${user.uid}:${user.gid}`, dataDir])
    } else await chmod(checkout, 0o555)
  })
  afterAll(async () => {
    await chmod(checkout, 0o755)
    await rm(dataDir, { recursive: true, force: true })
  })

  it(
    'is used as it is',
    async () => {
      const started = startApp(dataDir, { HOME: dataDir }, { root: checkout, node, ...user })
      expect(await people(await address(started))).toBe(200)
      started.child.kill('SIGINT')
      expect(await started.exited).toBe(0)
      expect(started.output()).not.toMatch(/Installing|Building the browser app/)
    },
    STARTS_TIMEOUT_MS,
  )
})
