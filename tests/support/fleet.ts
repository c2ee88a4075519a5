import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#db/client.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { type Database, openDatabase } from '#db/open.ts'
import { type AppProcess, appProcess } from './app-process.ts'
import { type Balancer, openBalancer } from './balancer.ts'
import { commandPart, type Part, shapeProcess } from './server-part.ts'
import { openStandby, type Standby } from './standby.ts'

/**
 * Several processes of the app on this machine, behind a balancer: one database, one shape server, and
 * a data folder for each process, as on machines of their own.
 */
export interface Fleet {
  database: Database
  /** Where the secret of the sessions is. */
  dataDir: string
  processes: readonly AppProcess[]
  balancer: Balancer
  /** `sync:serve`, or Electric; undefined where ELECTRIC_URL names one that runs by itself. */
  shapes: Part | undefined
  /** Undefined without Typesense, and where it runs by itself. */
  typesense: Part | undefined
  standby: Standby | undefined
  close(): Promise<void>
}

/** Commands that run Electric and Typesense. */
export interface ServerCommands {
  electric?: string | undefined
  typesense?: string | undefined
}

interface FleetOptions {
  folder: string
  processes: number
  people: number
  hasReplica?: boolean
  /** Settings of all processes. */
  env?: Record<string, string>
  /** Commands that run the servers of ELECTRIC_URL, for its DATABASE_URL, and of TYPESENSE_URL. */
  commands?: ServerCommands
  onStep?(text: string): void
}

/** Starts a fleet. With ELECTRIC_URL in its settings, that server serves the shapes. */
export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const { folder, people, hasReplica = false, onStep = () => undefined } = options
  const { ELECTRIC_URL, TYPESENSE_URL } = options.env ?? {}
  const { electric, typesense: typesenseCommand } = options.commands ?? {}
  const dataDir = join(folder, 'primary')
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    onStep('Opening the database …')
    const database = await openDatabase({ databaseUrl: options.env?.DATABASE_URL, dataDir })
    closers.push(() => closeLast(database))
    const [someone] = await database.sql`select 1 from candidates limit 1`
    if (!someone) await seedDirectory(database.sql, { people, seed: 7 })
    const secret = randomBytes(24).toString('hex')
    await writeFile(join(dataDir, 'auth.secret'), secret, { mode: 0o600 })

    let standby: Standby | undefined
    if (hasReplica) {
      onStep('Copying the database to its replica …')
      standby = await openStandby({ dataDir, url: database.url }, join(folder, 'replica'))
      closers.push(standby.kill)
    }
    const startPart = async (part: Part) => {
      closers.push(part.kill)
      await part.start()
    }
    let shapes: Part | undefined
    let shapesUrl = ELECTRIC_URL
    if (!ELECTRIC_URL) {
      const own = await shapeProcess(database.syncUrl, join(folder, 'shapes'))
      shapesUrl = own.url
      shapes = own
    } else if (electric) {
      const settings = { DATABASE_URL: database.url }
      shapes = commandPart(electric, settings, `${ELECTRIC_URL}/v1/health`)
    }
    if (shapes) await startPart(shapes)
    let typesense: Part | undefined
    if (TYPESENSE_URL && typesenseCommand) {
      typesense = commandPart(typesenseCommand, {}, `${TYPESENSE_URL}/health`)
      await startPart(typesense)
    }
    onStep('Starting the processes …')
    const env = {
      DATABASE_URL: database.url,
      DATABASE_APP_URL: database.appUrl,
      DATABASE_READ_URL: standby ? asRole(standby.url, database.appUrl) : '',
      DATABASE_POOL: '10',
      ELECTRIC_URL: shapesUrl ?? '',
      AUTH_SECRET: secret,
      SUPPRESSION_KEY: secret,
      TRUSTED_PROXIES: '127.0.0.0/8',
      ...options.env,
    }
    const processes: AppProcess[] = []
    for (let i = 1; i <= options.processes; i++) {
      const own = join(folder, `process-${i}`)
      await mkdir(own, { recursive: true, mode: 0o700 })
      const started = await appProcess({ ...env, DATA_DIR: own })
      processes.push(started)
      closers.push(() => started.stop('SIGKILL'))
      await started.start()
    }
    const balancer = await openBalancer(processes.map(({ url }) => url))
    closers.push(balancer.close)
    while (!balancer.backends.every(({ isUp }) => isUp)) await sleep(20)
    return { database, dataDir, processes, balancer, shapes, typesense, standby, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Closes a database once the sessions of ended processes are gone, or its server would be left running. */
export async function closeLast(database: Database): Promise<void> {
  await database.sql.end({ timeout: 1 })
  const sql = connect(database.url, { max: 1 })
  const others = () => sql`
    select from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid()`
  const deadline = Date.now() + SESSIONS_END_MS
  while ((await others()).length > 0 && Date.now() < deadline) await sleep(50)
  await sql.end()
  await database.close()
}

const SESSIONS_END_MS = 10_000

/** A server's address with the role and database of another. */
function asRole(server: string, role: string): string {
  return Object.assign(new URL(role), { host: new URL(server).host }).href
}
