import { type IDBPDatabase, openDB } from 'idb'
import { deviceName, userFolder } from './device-name.ts'

/*
 * Where the key is stored. Everything sealed is lost with it, so its first place is its last:
 *
 *   nothing ── a file can be written ──► in a file, and IndexedDB says so
 *      └────── it cannot ──────────────► in IndexedDB, for good
 */

const FILE = 'key'
const KEY_BYTES = 32
const USAGES = ['encrypt', 'decrypt'] as const

/** IndexedDB holds this in place of a key that is in a file. */
const IN_FILE = 'file'

/**
 * How long another tab may take to make the key. In WebKitGTK 2.50 a lock outlived the page that held it, until
 * the browser was closed.
 */
const TURN_MS = 10_000

/**
 * The key that seals the outbox, revealed contacts and the first paint in IndexedDB. It is a file
 * of its own, because a deleted file is gone, while what IndexedDB deletes stays on the disk for a
 * while: without the key that is noise. Browsers that cannot write private files keep it in
 * IndexedDB too. Rejects while the key that was made before cannot be read, and where another tab is to
 * make one and does not end.
 * @param signal from then on nothing is made any more: the wipe of a sign-out must not find it anew.
 */
export async function deviceKey(userId: string, signal?: AbortSignal): Promise<CryptoKey> {
  const kept = await keptKey(userId, signal)
  if (kept) return kept
  // One tab makes the key; the others find it.
  const turn = { signal: AbortSignal.timeout(TURN_MS) }
  return navigator.locks.request(
    `${deviceName(userId)}.key`,
    turn,
    async () => (await keptKey(userId, signal)) ?? makeKey(userId, signal),
  )
}

/** The key that was made before; undefined where there is none, or not yet. */
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
  // Where files cannot be read, one that can be written is of no use.
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
    // Written first: a file that cannot be read later must not count as missing.
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

/** The bytes in the file; null where there is none. Rejects where that cannot be told. */
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

/** Creates the file; null where it can only be read. */
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
