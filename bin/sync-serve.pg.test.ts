import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { PATIENCE } from '#tests/support/soon.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let dir: string
beforeAll(async () => {
  database = await testDatabase()
  dir = await mkdtemp(join(tmpdir(), 'sync-serve-'))
})
afterAll(async () => {
  await database.close()
  await rm(dir, { recursive: true })
})

/** Runs the command until its output matches, or it has ended. */
async function runUntil(args: string[], wanted: RegExp) {
  const setup = fileURLToPath(new URL('./setup.js', import.meta.url))
  const env = { ...process.env, DATA_DIR: dir }
  const child = spawn(process.execPath, [setup, 'sync-serve', ...args], { env })
  const exited = once(child, 'exit')
  const said = await new Promise<string>((resolve) => {
    let text = ''
    const hear = (chunk: Buffer) => {
      text += chunk
      if (wanted.test(text)) resolve(text)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    // The event is not `exit`: the last output may still follow.
    child.on('close', () => resolve(text))
  })
  return {
    said,
    async end() {
      child.kill('SIGTERM')
      const [code] = await exited
      return code
    },
  }
}

test('serves the tables of a database, and ends when told to', async () => {
  const { sql, url } = database
  await sql`create table served (id int primary key)`
  await sql`insert into served values (1)`
  const command = await runUntil(['--database-url', url, '--port', '0'], /\/v1\/shape/)
  const address = /http:\S+\/v1\/shape/.exec(command.said)?.[0]
  const response = await fetch(`${address}?table=served&offset=-1`)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe(
    'public, max-age=604800, s-maxage=3600, stale-while-revalidate=2629746',
  )
  // The row, and the snapshot's end message.
  expect(await response.json()).toHaveLength(2)
  const page = { headers: { origin: 'https://example.com' } }
  expect((await fetch(`${address}?table=served&offset=-1`, page)).status).toBe(403)
  expect(await command.end()).toBe(0)
  expect(await readdir(dir)).toEqual(['sync-serve'])
})

test('cuts answers where it is told to, and says that another one serves the database', async () => {
  const { sql, url } = database
  await sql`create table many (id int primary key)`
  await sql`insert into many select generate_series(1, 100)`
  const args = ['--database-url', url, '--port', '0', '--chunk-bytes', '1000']
  args.push('--dir', join(dir, 'own'))
  const command = await runUntil(args, /\/v1\/shape/)
  const address = /http:\S+\/v1\/shape/.exec(command.said)?.[0]
  // The database session of the previous process may remain for a moment.
  const answer = await vi.waitUntil(async () => {
    const response = await fetch(`${address}?table=many&offset=-1`)
    return response.ok && response
  }, PATIENCE)
  const body = await answer.text()
  expect(body.length).toBeGreaterThan(1000)
  expect(body.length).toBeLessThan(1200)
  const second = await runUntil(args, /\/v1\/shape/)
  expect(second.said).toMatch('Another process serves the shapes of this database.')
  expect(await second.end()).toBe(0)
  expect(await command.end()).toBe(0)
  expect(await readdir(dir)).toContain('own')
})

test('says what is wrong in words', async () => {
  const { url, sql } = database
  const said = async (...args: string[]) => (await runUntil(args, /$^/)).said
  expect(await said()).toMatch('npm run sync:serve -- --database-url')
  expect(await said('--database-url', url, '--chunk-bytes', '0')).toMatch(
    '[--chunk-bytes 10485760]',
  )
  expect(await said('--database-url', url, '--host', '0.0.0.0')).toMatch('--secret is needed')

  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  expect(await said('--database-url', url, '--port', String(port))).toMatch(`Port ${port} is taken`)
  taken.close()

  await sql`create role reader login password 'reader'`
  const asReader = new URL(url)
  asReader.username = 'reader'
  asReader.password = 'reader'
  const refused = await said('--database-url', asReader.href, '--port', '0')
  await sql`drop role reader`
  expect(refused).toMatch('The role may not replicate')

  const nowhere = new URL(url)
  nowhere.port = '1'
  expect(await said('--database-url', nowhere.href, '--port', '0')).toMatch('does not answer')
})
