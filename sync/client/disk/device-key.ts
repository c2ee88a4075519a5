import { type IDBPDatabase, openDB } from 'idb'
import { deviceName, userFolder } from './device-name.ts'

/*
 * Where the key is stored. The key never moves: data sealed under it would be lost.
 *
 *   nothing ── a file can be written ──► in a file, and IndexedDB says so
 *      └────── it cannot ──────────────► in IndexedDB, for good
 */

const FILE = 'key'
const KEY_BYTES = 32
const USAGES = ['encrypt', 'decrypt'] as const

/** IndexedDB holds this value in place of a key that is in a file. */
const IN_FILE = 'file'

/**
 * How long another tab may take to create the key. In WebKitGTK 2.50 a lock outlived the page that held
 * it, until the browser was closed.
 */
const TURN_MS = 10_000

/**
 * The key that seals the outbox, revealed contacts and the first paint in IndexedDB. It is a file of its
 * own: a deleted file is gone, while what IndexedDB deletes stays on the disk for a while, and is noise
 * without the key. Browsers that cannot write private files store the key in IndexedDB, too. Rejects
 * while an existing key cannot be read, and where another tab creates one and does not finish.
 * @param signal after an abort no key is created, so that a sign-out wipe stays complete.
 */
export async function deviceKey(userId: string, signal?: AbortSignal): Promise<CryptoKey> {
  const kept = await keptKey(userId, signal)
  if (kept) return kept
  // One tab creates the key; the others then find it.
  const turn = { signal: AbortSignal.timeout(TURN_MS) }
  return navigator.locks.request(
    `${deviceName(userId)}.key`,
    turn,
    async () => (await keptKey(userId, signal)) ?? makeKey(userId, signal),
  )
}

/** The existing key; undefined where there is none yet. */
async function keptKey(userId: string, signal?: AbortSignal): Promise<CryptoKey | undefined> {
  const read = await readFile(userId, signal).catch((fault: unknown) => ({ fault }))
  if (read instanceof Uint8Array) return imported(read)
  return inDatabase(userId, signal, async (database) => {
    const kept: CryptoKey | typeof IN_FILE | undefined = await database.get('keys', 'own')
    if (kept === IN_FILE && read) throw read.fault
    return kept instanceof CryptoKey ? kept : undefined
  })
}

async function makeKey(userId: string, signal?: AbortSignal): Promise<CryptoKey> {
  // A file is of no use where files cannot be read.
  const file = await readFile(userId, signal)
    .then(() => writableFile(userId, signal))
    .catch(() => null)
  return inDatabase(userId, signal, async (database) => {
    if (!file) {
      const algorithm = { name: 'AES-GCM', length: 256 }
      const key = await crypto.subtle.generateKey(algorithm, false, USAGES)
      await database.put('keys', key, 'own')
      return key
    }
    // This mark is written first, so that a file which cannot be read later does not count as missing.
    await database.put('keys', IN_FILE, 'own')
    return imported(await writeKey(file))
  })
}

async function inDatabase<T>(
  userId: string,
  signal: AbortSignal | undefined,
  use: (database: IDBPDatabase) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const database = await openDB(`${deviceName(userId)}.key`, 1, {
    upgrade: (opened) => void opened.createObjectStore('keys'),
  })
  try {
    return await use(database)
  } finally {
    database.close()
  }
}

/** The bytes of the key file; null where there is none. Rejects where that cannot be determined. */
async function readFile(
  userId: string,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const file = await (await userFolder(userId, signal)).getFileHandle(FILE)
    const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer())
    return bytes.length === KEY_BYTES ? bytes : null
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === 'NotFoundError') return null
    throw fault
  }
}

/** Creates the key file; null where files can only be read. */
async function writableFile(
  userId: string,
  signal?: AbortSignal,
): Promise<FileSystemFileHandle | null> {
  const file = await (await userFolder(userId, signal)).getFileHandle(FILE, { create: true })
  return 'createWritable' in file ? file : null
}

async function writeKey(file: FileSystemFileHandle): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  const writable = await file.createWritable()
  await writable.write(bytes)
  await writable.close()
  return bytes
}

const imported = (bytes: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, USAGES)
