import { chmod, mkdir, readdir, stat } from 'node:fs/promises'

/** Every data folder in use has one of these. */
const OURS = ['postgres.password', 'auth.secret', 'suppression.key']

/**
 * Makes the folder of the database, keys and mail, closed to the machine's other users. A folder with
 * other files in it keeps its mode: closing a shared one would lock its users out.
 */
export async function openDataDir(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const names = await readdir(path)
  if (names.length > 0 && !names.some((name) => OURS.includes(name))) return
  const { mode, uid } = await stat(path)
  // Root's group keeps access: it is the group of the user that runs the embedded database.
  const closed = mode & (process.getuid?.() === 0 ? 0o7710 : 0o7700)
  // The mode of a mounted volume is for its owner to change.
  if (uid === process.getuid?.() && closed !== (mode & 0o7777)) await chmod(path, closed)
}
