/**
 * The embedded PostgreSQL: a PostgreSQL server from an npm package, with its data in DATA_DIR.
 * Several processes may use it at once (the app, an import, a seed). The first starts it, later
 * ones attach, and the last one to detach stops it; a server orphaned by `kill -9` is attached to
 * by the next process. A server that dies is restarted by the first attached process that notices,
 * on the same port, because all processes are connected to it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from './client.ts'
import { openDataDir } from './data-dir.ts'
import { type Installation, install } from './embedded-installation.ts'
import { keepRunning, type OnServerEvent } from './embedded-keeper.ts'
import { freePort, isFree } from './free-port.ts'
import { isAlive, lock } from './process-lock.ts'
import { createRoles } from './roles.ts'

const SUPERUSER = 'clinidex'
const DATABASE = 'clinidex'
const START_TIMEOUT_MS = 30_000
/** The polling interval while a server starts. */
const POLL_INTERVAL_MS = 40

/**
 * A quarter of the memory, at most 1 GB: the rows of one page of people are in dozens of places of
 * the table.
 */
const SHARED_BUFFERS_MB = Math.min(1024, Math.floor(totalmem() / 4 / 2 ** 20))

/** Settings for one machine; replication to browsers needs `wal_level`. */
const SETTINGS = {
  wal_level: 'logical',
  max_slot_wal_keep_size: '4GB',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: `${SHARED_BUFFERS_MB}MB`,
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  max_connections: '100',
  logging_collector: 'off',
  // Security: the detail of an error quotes values of rows, such as addresses.
  log_error_verbosity: 'terse',
}

/** A process's use of the embedded PostgreSQL, which several processes may share. */
export interface EmbeddedServer {
  /** The connection string of the application's database, as its owner. */
  url: string
  /** Detaches; stops the server when no other process is connected. */
  close(): Promise<void>
}

/**
 * Attaches to the embedded server of a data folder; creates and starts it as needed.
 * @param dataDir absolute folder; the cluster is created in `postgres` below it
 * @param onEvent called when the server died, and with the outcome of the restart
 * @throws when there is no embedded build for this platform, or the server does not start
 */
export async function openEmbedded(
  dataDir: string,
  { onEvent = () => undefined }: { onEvent?: OnServerEvent } = {},
): Promise<EmbeddedServer> {
  await openDataDir(dataDir)
  const lockFile = join(dataDir, 'postgres.lock')
  const release = await lock(lockFile)
  try {
    const installation = await install(dataDir)
    const { data } = installation
    const password = await superuserPassword(dataDir, installation)
    if (!existsSync(join(data, 'PG_VERSION'))) await create(installation, password)
    const addressAt = (port: number) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}`
    const running = await runningPort(data)
    const port = running ?? (await portToStartOn(data))
    const address = addressAt(port)
    const startAndWait = async (signal?: AbortSignal) => {
      await untilAnswering(`${address}/postgres`, await start(installation, port), signal)
    }
    const isThere = running !== undefined && (await attach(`${address}/postgres`, data))
    if (!isThere) await retryWhilePredecessorEnds(startAndWait)
    await createDatabaseAndRoles(`${address}/postgres`)
    const stopKeeping = keepRunning({
      data,
      onEvent,
      isRunning: async () => (await runningPort(data)) !== undefined,
      async start(signal) {
        const releaseStart = await lock(lockFile)
        try {
          if ((await runningPort(data)) !== undefined) return false
          await startAndWait(signal)
          return true
        } finally {
          await releaseStart()
        }
      },
    })
    const close = async () => {
      await stopKeeping()
      const releaseLeave = await lock(lockFile)
      try {
        await leave(data, address)
      } finally {
        await releaseLeave()
      }
    }
    return { url: `${address}/${DATABASE}`, close }
  } finally {
    await release()
  }
}

/**
 * The password is generated once per data folder: the server listens on loopback, which other users
 * can reach too.
 */
async function superuserPassword(dataDir: string, { data }: Installation): Promise<string> {
  const path = join(dataDir, 'postgres.password')
  if (existsSync(path)) return readFile(path, 'utf8')
  if (existsSync(join(data, 'PG_VERSION'))) {
    if (data.startsWith(dataDir)) throw new Error(`${path} is gone, and the database needs it.`)
    // The data folder was emptied for a fresh start, so the cluster kept elsewhere is deleted too.
    await rm(data, { recursive: true })
  }
  await writeFile(path, randomBytes(24).toString('hex'), { mode: 0o600 })
  return readFile(path, 'utf8')
}

async function create({ initdb, data, owner }: Installation, password: string): Promise<void> {
  // An interrupted first start leaves only an empty cluster.
  await rm(data, { recursive: true, force: true })
  await mkdir(data, { recursive: true, mode: 0o700 })
  if (owner.uid !== undefined) await chown(data, owner.uid, owner.gid ?? owner.uid)
  const passwordFile = join(data, '..', 'postgres.initial-password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (owner.uid !== undefined) await chown(passwordFile, owner.uid, owner.gid ?? owner.uid)
  try {
    execFileSync(
      initdb,
      [
        `--pgdata=${data}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-sync',
      ],
      { ...owner, stdio: 'pipe', cwd: data },
    )
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer }
    throw new Error(`The database could not be created: ${stderr ?? error}`)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

interface PidFile {
  pid: number
  port: number
}

/** The pid file of the server on this folder; the server may have died. */
async function readPidFile(data: string): Promise<PidFile | undefined> {
  const pidFile = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port] = pidFile.split('\n')
  return pid && port ? { pid: Number(pid), port: Number(port) } : undefined
}

/** The port of a server that is already running on this folder. */
async function runningPort(data: string): Promise<number | undefined> {
  const server = await readPidFile(data)
  return server && isAlive(server.pid) ? server.port : undefined
}

/** The port of a crashed server is reused: attached processes still connect there. */
async function portToStartOn(data: string): Promise<number> {
  const dead = await readPidFile(data)
  return dead && (await isFree(dead.port)) ? dead.port : freePort()
}

/**
 * Starts the server's process.
 * @returns when it has begun to start; rejects with its last message if it ends
 */
async function start(
  { postgres, data, owner }: Installation,
  port: number,
): Promise<{ ended: Promise<never> }> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const path = join(data, 'server.log')
  const log = await open(path, 'a', 0o600)
  // The process is detached: Ctrl-C reaches the whole group, and the server must outlive the app's
  // last query.
  const server = spawn(postgres, ['-D', data, '-p', String(port), ...settings], {
    ...owner,
    cwd: data,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  server.unref()
  // The handler is set before any await: a server that cannot start ends at once.
  const ended = once(server, 'exit').then(async () => {
    const lines = (await readFile(path, 'utf8')).trim().split('\n')
    const reason = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1)
    throw new Error(`The database server ended as it started: ${reason}`)
  })
  // The process also ends long after the start, when the promise has no other handler.
  ended.catch(() => undefined)
  await log.close()
  return { ended }
}

async function untilAnswering(
  url: string,
  { ended }: { ended: Promise<never> },
  signal?: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    try {
      await Promise.race([answer(url), ended])
      return
    } catch (error) {
      signal?.throwIfAborted()
      await Promise.race([ended, sleep(POLL_INTERVAL_MS)])
      if (Date.now() > deadline && !isRecovering(error))
        throw new SilentServerError({ cause: error })
    }
  }
}

/** Whether the server is running and still replays its log, which has no time limit. */
function isRecovering(error: unknown): boolean {
  return (error as { code?: unknown }).code === '57P03'
}

/** Starts a server, and retries while the children of a killed one are ending. */
async function retryWhilePredecessorEnds(start: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (!/shared memory block/.test(String(error)) || Date.now() > deadline) throw error
      await sleep(POLL_INTERVAL_MS)
    }
  }
}

/**
 * Waits for a server that is already running.
 * @returns false when it ended in the meantime: a killed one seems to run for a moment
 */
async function attach(url: string, data: string): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    try {
      await answer(url)
      return true
    } catch (error) {
      if ((await runningPort(data)) === undefined) return false
      if (Date.now() > deadline && !isRecovering(error))
        throw new SilentServerError({ cause: error })
      await sleep(POLL_INTERVAL_MS)
    }
  }
}

class SilentServerError extends Error {
  constructor(options: ErrorOptions) {
    super('The embedded database does not answer.', options)
  }
}

/** @throws while the server does not accept queries */
async function answer(url: string): Promise<void> {
  const sql = connect(url, { max: 1 })
  try {
    await sql`select 1`
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function createDatabaseAndRoles(url: string): Promise<void> {
  const sql = connect(url, { max: 1 })
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${DATABASE}`
    if (!found) await sql`create database ${sql(DATABASE)}`
    await createRoles(sql, url)
  } finally {
    await sql.end()
  }
}

async function leave(data: string, address: string): Promise<void> {
  // The server died, or a process that just detached stopped it.
  if ((await runningPort(data)) === undefined) return
  const sql = connect(`${address}/postgres`, { max: 1 })
  const others = await sql`
    select 1 from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`
  await sql.end()
  if (others.length > 0) return
  const server = await readPidFile(data)
  if (!server) return
  // SIGINT is PostgreSQL's fast shutdown: it ends sessions and loses nothing.
  process.kill(server.pid, 'SIGINT')
  const deadline = Date.now() + START_TIMEOUT_MS
  while (isAlive(server.pid) && Date.now() < deadline) await sleep(20)
}
