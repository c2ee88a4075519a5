import { chmod, mkdir, readdir, stat } from 'node:fs/promises'

/** Files of which every data folder in use has at least one. */
const OURS = ['postgres.password', 'auth.secret', 'suppression.key']

/**
 * Creates the folder of the database, keys and mail, which other users of the machine cannot read.
 * An existing folder with other files keeps its mode: closing a shared folder would lock its users
 * out.
 */
export async function openDataDir(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const names = await readdir(path)
  if (names.length > 0 && !names.some((name) => OURS.includes(name))) return
  const { mode, uid } = await stat(path)
  // Root's group keeps its access: the user that runs the embedded database is in it.
  const closed = mode & (process.getuid?.() === 0 ? 0o7710 : 0o7700)
  // Only the owner of a mounted volume may change its mode.
  if (uid === process.getuid?.() && closed !== (mode & 0o7777)) await chmod(path, closed)
}
