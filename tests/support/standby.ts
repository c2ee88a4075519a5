import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#db/client.ts'
import { openDataDir } from '#db/data-dir.ts'
import { install } from '#db/embedded-installation.ts'
import { freePort } from '#db/free-port.ts'

/**
 * The files that a base backup omits: those of the primary, and those that the standby creates
 * itself.
 */
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts', 'server.log', 'pg_replslot', 'pg_stat_tmp']

/** A physical replica of an embedded server, by streaming replication, on this machine. */
export interface Standby {
  /** The URL of the database there, as its owner. */
  url: string
  /** Its process, while it runs. */
  pid(): number
  /** Starts it, and waits until it answers. */
  start(): Promise<void>
  /** Ends it without a warning. */
  kill(): Promise<void>
}

/**
 * Copies the embedded server's cluster while it runs and starts a standby of it.
 * @param primary the data folder of the embedded server, and its owner's URL
 * @param dataDir a folder for the standby
 */
export async function openStandby(
  primary: { dataDir: string; url: string },
  dataDir: string,
): Promise<Standby> {
  const from = await install(primary.dataDir)
  await mkdir(dataDir, { recursive: true })
  await openDataDir(dataDir)
  const to = await install(dataDir)
  await rm(to.data, { recursive: true, force: true })
  await copyCluster(primary.url, from.data, to.data)
  const { hostname, port: primaryPort, username, password } = new URL(primary.url)
  const source = `host=${hostname} port=${primaryPort} user=${username} password=${password}`
  await writeFile(join(to.data, 'standby.signal'), '')
  if (to.owner.uid !== undefined) {
    execFileSync('chown', ['-R', `${to.owner.uid}:${to.owner.gid}`, to.data])
  }
  const port = await freePort()
  const url = Object.assign(new URL(primary.url), { port: String(port) }).href
  const settings = {
    primary_conninfo: source,
    primary_slot_name: SLOT,
    wal_level: 'logical',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '256MB',
    random_page_cost: '1.1',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server: ReturnType<typeof spawn> | undefined
  const start = async () => {
    const log = await open(join(to.data, 'server.log'), 'a', 0o600)
    server = spawn(to.postgres, ['-D', to.data, '-p', String(port), ...args], {
      ...to.owner,
      cwd: to.data,
      stdio: ['ignore', log.fd, log.fd],
    })
    await log.close()
    await untilAnswering(url)
  }
  await start()
  return {
    url,
    pid: () => server?.pid ?? 0,
    start,
    async kill() {
      if (server?.exitCode !== null || server.signalCode !== null) return
      const exited = once(server, 'exit')
      server.kill('SIGKILL')
      await exited
    },
  }
}

const SLOT = 'standby'

const TRIES = 600
const TRY_MS = 100

/** A base backup, as `pg_basebackup` makes it, which the package of the embedded server lacks. */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const sql = connect(url, { max: 1 })
  try {
    await sql`
      select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${SLOT}`
    await sql`select pg_create_physical_replication_slot(${SLOT}, true)`
    await sql`select pg_backup_start('standby', true)`
    execFileSync('cp', ['-a', from, to])
    for (const name of LEFT_OUT) await rm(join(to, name), { recursive: true, force: true })
    await mkdir(join(to, 'pg_replslot'), { mode: 0o700 })
    await mkdir(join(to, 'pg_stat_tmp'), { mode: 0o700, recursive: true })
    const [backup] = await sql<{ labelfile: string }[]>`
      select labelfile from pg_backup_stop(wait_for_archive => false)`
    await writeFile(join(to, 'backup_label'), backup?.labelfile ?? '')
  } finally {
    await sql.end()
  }
}

/** Waits until it has replayed enough of its log to accept queries. */
async function untilAnswering(url: string): Promise<void> {
  const sql = connect(url, { max: 1 })
  try {
    for (let tries = 1; ; tries++) {
      try {
        await sql`select 1`
        return
      } catch (error) {
        if (tries === TRIES) throw error
        await sleep(TRY_MS)
      }
    }
  } finally {
    await sql.end({ timeout: 1 })
  }
}
