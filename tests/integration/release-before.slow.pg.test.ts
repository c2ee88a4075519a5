import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { roleUrl } from '#db/roles.ts'
import { CONTRACT_HEADER, USER_HEADER } from '#sync/contract/wire.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { wireMutation } from '#tests/support/push.ts'
import { soon } from '#tests/support/soon.ts'
import {
  addressOf,
  START_BUILT,
  type StartedApp,
  signIn,
  startApp,
} from '#tests/support/started-app.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

let folder: string
let database: TestDatabase
let app: StartedApp
let url: string
let headers: Record<string, string>
let userId: string
/** The contract version of the release's devices. */
let version: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clinidex-release-'))
  const release = join(folder, 'release')
  await checkOut(release)
  database = await testDatabase()
  await seedDirectory(database.sql, { people: 200, seed: 1 })
  const env = {
    DATABASE_URL: database.url,
    DATABASE_APP_URL: roleUrl(database.url, 'clinidex_app'),
    DATABASE_SYNC_URL: roleUrl(database.url, 'clinidex_sync'),
  }
  app = startApp(join(folder, 'data'), env, { root: release, args: START_BUILT })
  url = await addressOf(app)
  headers = await signIn(url, 'monthly@clinidex.test')
  const [user] = await database.sql`select id from users where email = 'monthly@clinidex.test'`
  userId = user?.id
  const wire = await readFile(join(release, 'sync/contract/wire.ts'), 'utf8')
  version = Number(/CONTRACT_VERSION = (\d+)/.exec(wire)?.[1])
})
afterAll(async () => {
  if (app?.child.exitCode === null) app.child.kill('SIGINT')
  await app?.exited
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Puts the server of the release before into a folder, beside this checkout's packages and build. */
async function checkOut(to: string): Promise<void> {
  const commit = (await readFile(join(ROOT, '.ci/release-before'), 'utf8')).trim()
  await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).catch((cause) => {
    throw new Error(`This clone lacks ${commit}, the release before: fetch the whole history.`, {
      cause,
    })
  })
  await mkdir(to)
  const archive = join(folder, 'release.tar')
  await run('git', ['archive', '--output', archive, commit], { cwd: ROOT })
  await run('tar', ['-xf', archive, '-C', to])
  for (const name of ['node_modules', 'dist']) await symlink(join(ROOT, name), join(to, name))
  // Releases up to November 2026 refuse to start on a newer database: they run with the mended runner.
  const runner = await readFile(join(to, 'db/migrate.ts'), 'utf8')
  if (!runner.includes('is newer than this version')) return
  for (const file of ['db/migrate.ts', 'db/electric-publication.ts']) {
    await copyFile(join(ROOT, file), join(to, file))
  }
}

const get = (path: string, more: Record<string, string> = {}) =>
  fetch(url + path, { headers: { ...headers, ...more } })

const post = (path: string, body: unknown) =>
  fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })

async function answer<T>(response: Promise<Response>): Promise<T> {
  const given = await response
  const text = await given.text()
  expect([given.status, given.ok || text]).toEqual([given.status, true])
  return JSON.parse(text) as T
}

async function push(...mutations: ReturnType<typeof wireMutation>[]) {
  return answer<{ results: { status: string }[] }>(
    post('/api/mutations', { version, user_id: userId, mutations }),
  )
}

/** The rows of a shape, as a device of the release gets them at first. */
async function shape(name: string): Promise<Record<string, string>[]> {
  const asked = { [USER_HEADER]: userId, [CONTRACT_HEADER]: String(version) }
  const messages = await soon(() =>
    answer<{ value?: Record<string, string> }[]>(get(`/api/shapes/${name}?offset=-1`, asked)),
  )
  return messages.flatMap(({ value }) => (value ? [value] : []))
}

describe('the release before, on the migrations of today', () => {
  it('starts', async () => {
    expect(await answer(get('/readyz'))).toMatchObject({ status: 'ready' })
  })

  it('signs people in and out', async () => {
    expect(await answer(get('/api/me'))).toMatchObject({ user: { id: userId } })
    const other = await signIn(url, 'annual@clinidex.test')
    const me = () => answer<{ user: unknown }>(fetch(`${url}/api/me`, { headers: other }))
    expect(await me()).toMatchObject({ user: { email: 'annual@clinidex.test' } })
    await answer(fetch(`${url}/api/auth/sign-out`, { method: 'POST', headers: other, body: '{}' }))
    expect((await me()).user).toBeNull()
  })

  it('searches, and shows a profile', async () => {
    const [person] = await database.sql<{ id: string; last_name: string }[]>`
      select id, last_name from candidates where last_name is not null
        and exists (select from candidate_contacts where candidate_id = candidates.id) limit 1`
    const { id = '', last_name: lastName = '' } = person ?? {}
    const found = await answer<{ count: number; results: { id: string }[] }>(
      post('/api/search', { filters: { query: lastName } }),
    )
    expect(found.count).toBeGreaterThan(0)
    expect(await answer(get(`/api/candidates/${id}`))).toMatchObject({ id, last_name: lastName })
  })

  it('changes a list, and its devices get the rows', async () => {
    const [{ id: person } = { id: '' }] = await database.sql<{ id: string }[]>`
      select id from candidates limit 1`
    const id = crypto.randomUUID()
    const made = await push(
      wireMutation('lists.create', { id, name: 'Of before', description: null, candidate_ids: [] }),
      wireMutation('members.add', { list_id: id, candidate_ids: [person] }),
    )
    expect(made.results.map(({ status }) => status)).toEqual(['applied', 'applied'])
    expect(await shape('lists')).toContainEqual(expect.objectContaining({ id, name: 'Of before' }))
    expect(await shape('list_members')).toContainEqual(
      expect.objectContaining({ list_id: id, candidate_id: person }),
    )
  })

  it('saves a search, and its devices get it', async () => {
    const id = crypto.randomUUID()
    const made = await push(
      wireMutation('searches.create', { id, name: 'Nurses', search_params: { query: 'nurse' } }),
    )
    expect(made.results).toMatchObject([{ status: 'applied' }])
    expect(await shape('saved_searches')).toContainEqual(
      expect.objectContaining({ id, name: 'Nurses' }),
    )
  })
})
