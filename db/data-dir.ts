import { chmod, mkdir, readdir, stat } from 'node:fs/promises'

/** One of these lies in each data folder that was used. */
const OURS = ['postgres.password', 'auth.secret', 'suppression.key']

/**
 * Makes the folder that keeps the database, keys and mail, closed to other users of the machine. A
 * folder with files of others in it keeps its mode: closing one that they share would lock them out.
 */
export async function openDataDir(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const names = await readdir(path)
  if (names.length > 0 && !names.some((name) => OURS.includes(name))) return
  const { mode, uid } = await stat(path)
  // Root's group may pass: it is the one of the user that runs the embedded database.
  const closed = mode & (process.getuid?.() === 0 ? 0o7710 : 0o7700)
  // A volume that is lent to us is its owner's to close.
  if (uid === process.getuid?.() && closed !== (mode & 0o7777)) await chmod(path, closed)
}
