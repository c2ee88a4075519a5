import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { soon } from '#tests/support/soon.ts'
import { databasePid, killDatabase } from '#tests/support/started-app.ts'
import { connect, type Sql } from './client.ts'
import { type EmbeddedServer, openEmbedded } from './embedded.ts'

const RESTARTED = 'The database server had ended and is started again.'

let folder: string
let events: { text: string; cause: unknown }[]
let servers: EmbeddedServer[]
let sql: Sql
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clinidex-keeper-'))
  await chmod(folder, 0o755)
  events = []
  servers = []
  sql = connect((await open()).url, { max: 1 })
  await sql`create table kept (note text)`
})
afterEach(async () => {
  await sql.end({ timeout: 1 })
  for (const server of servers) await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(): Promise<EmbeddedServer> {
  const server = await openEmbedded(folder, {
    onEvent: (text, cause) => events.push({ text, cause }),
  })
  servers.push(server)
  return server
}

/** The attempts that fail while the killed server's children are still running are not counted. */
const restartsReported = () => events.filter(({ text }) => text === RESTARTED).length

it('a server that was killed is started again once, on its port, with what was committed', async () => {
  const other = await open()
  const second = connect(other.url, { max: 1 })
  for (const [restarts, note] of ['one', 'two', 'three'].entries()) {
    await soon(() => sql`insert into kept values (${note})`)
    await killDatabase(folder)
    await soon(() => expect(restartsReported()).toBe(restarts + 1))
    await soon(async () => expect(await second`select note from kept`).toContainEqual({ note }))
  }
  await second.end()
  // Each time exactly one of the two attached processes restarted it.
  expect(restartsReported()).toBe(3)
})

it('who starts after it was killed starts it where the others still call', async () => {
  await servers[0]?.close()
  await sql.end({ timeout: 1 })
  const first = await open()
  const pid = await databasePid(folder)
  const log = connect(first.url, { max: 1 })
  await log`select 1`
  process.kill(pid, 'SIGKILL')
  const late = await openEmbedded(folder)
  servers.push(late)
  expect(late.url).toBe(first.url)
  await soon(async () => expect(await log`select 1 as one`).toEqual([{ one: 1 }]))
  await log.end()
})

it('a server that was stopped in order stays stopped', async () => {
  const other = await open()
  await sql.end()
  await other.close()
  await sleep(1500)
  await expect(connect(other.url, { max: 1 })`select 1`).rejects.toThrow('ECONNREFUSED')
  expect(events).toEqual([])
})

it('one that cannot start is tried again, later each time, and the reason is told', async () => {
  const settings = join(folder, 'postgres/postgresql.conf')
  const good = await readFile(settings, 'utf8')
  await appendFile(settings, "\nmax_connections = 'full disk'\n")
  await killDatabase(folder)
  await soon(() => expect(events.length).toBeGreaterThanOrEqual(2))
  expect(events.slice(0, 2)).toMatchObject([
    {
      text: 'The database server is not running; the next try is in 1 s.',
      cause: {
        message: expect.stringMatching(/ended as it started: .*FATAL: .*configuration file/),
      },
    },
    { text: 'The database server is not running; the next try is in 2 s.' },
  ])
  await writeFile(settings, good)
  await soon(async () => expect(await sql`select 1 as one`).toEqual([{ one: 1 }]))
  // The keeper checks the server itself before it reports.
  await soon(() => expect(events.at(-1)).toEqual({ text: RESTARTED, cause: undefined }))
})
